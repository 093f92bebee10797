-- The newest titles of one kind, without a look at those of the others.
CREATE INDEX titles_by_type ON titles (type);
