-- A word that is in most titles of tasks is looked for among those of chats, too. The titles of a kind
-- have a range of numbers to themselves, so that the index of parts passes over the others:
-- workspaces from 1, tasks from 2^40, chats from 2^41.
DROP INDEX titles_by_type;
DROP TRIGGER titles_changed;
UPDATE titles SET number = number + iif(type = 'task', 1099511627776, 2199023255552)
  WHERE type <> 'workspace';
INSERT INTO title_parts (title_parts) VALUES ('rebuild');
CREATE TRIGGER titles_changed AFTER UPDATE ON titles BEGIN
  INSERT INTO title_parts (title_parts, rowid, title) VALUES ('delete', old.number, old.title);
  INSERT INTO title_parts (rowid, title) VALUES (new.number, new.title);
END;

DROP TRIGGER workspace_titled;
CREATE TRIGGER workspace_titled AFTER INSERT ON workspaces BEGIN
  INSERT INTO titles (number, type, id, title) VALUES (
    (SELECT coalesce(max(number), 0) + 1 FROM titles WHERE number < 1099511627776),
    'workspace', new.id, new.title);
END;
DROP TRIGGER task_titled;
CREATE TRIGGER task_titled AFTER INSERT ON tasks BEGIN
  INSERT INTO titles (number, type, id, title) VALUES (
    (SELECT coalesce(max(number), 1099511627775) + 1 FROM titles
     WHERE number >= 1099511627776 AND number < 2199023255552),
    'task', new.id, new.summary);
END;
DROP TRIGGER chat_titled;
CREATE TRIGGER chat_titled AFTER INSERT ON chats BEGIN
  INSERT INTO titles (number, type, id, title) VALUES (
    (SELECT coalesce(max(number), 2199023255551) + 1 FROM titles WHERE number >= 2199023255552),
    'chat', new.id, new.title);
END;
