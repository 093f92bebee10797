-- What people look for by its title. The numbers are its own: those of the tables change when a
-- database is copied.
CREATE TABLE titles (
  number INTEGER PRIMARY KEY,
  type TEXT NOT NULL CHECK (type IN ('workspace', 'task', 'chat')),
  id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL
) STRICT;

-- Any three letters in a row are found without looking at every title, in any case.
CREATE VIRTUAL TABLE title_parts USING fts5 (
  title, content = 'titles', content_rowid = 'number', tokenize = 'trigram'
);

CREATE TRIGGER titles_added AFTER INSERT ON titles BEGIN
  INSERT INTO title_parts (rowid, title) VALUES (new.number, new.title);
END;
CREATE TRIGGER titles_changed AFTER UPDATE ON titles BEGIN
  INSERT INTO title_parts (title_parts, rowid, title) VALUES ('delete', old.number, old.title);
  INSERT INTO title_parts (rowid, title) VALUES (new.number, new.title);
END;
CREATE TRIGGER titles_removed AFTER DELETE ON titles BEGIN
  INSERT INTO title_parts (title_parts, rowid, title) VALUES ('delete', old.number, old.title);
END;

INSERT INTO titles (type, id, title) SELECT 'workspace', id, title FROM workspaces ORDER BY rowid;
INSERT INTO titles (type, id, title) SELECT 'task', id, summary FROM tasks ORDER BY rowid;
INSERT INTO titles (type, id, title) SELECT 'chat', id, title FROM chats ORDER BY rowid;

CREATE TRIGGER workspace_titled AFTER INSERT ON workspaces BEGIN
  INSERT INTO titles (type, id, title) VALUES ('workspace', new.id, new.title);
END;
CREATE TRIGGER workspace_retitled AFTER UPDATE OF title ON workspaces WHEN old.title IS NOT new.title BEGIN
  UPDATE titles SET title = new.title WHERE id = new.id;
END;
CREATE TRIGGER workspace_gone AFTER DELETE ON workspaces BEGIN
  DELETE FROM titles WHERE id = old.id;
END;

CREATE TRIGGER task_titled AFTER INSERT ON tasks BEGIN
  INSERT INTO titles (type, id, title) VALUES ('task', new.id, new.summary);
END;
CREATE TRIGGER task_retitled AFTER UPDATE OF summary ON tasks WHEN old.summary IS NOT new.summary BEGIN
  UPDATE titles SET title = new.summary WHERE id = new.id;
END;
CREATE TRIGGER task_gone AFTER DELETE ON tasks BEGIN
  DELETE FROM titles WHERE id = old.id;
END;

CREATE TRIGGER chat_titled AFTER INSERT ON chats BEGIN
  INSERT INTO titles (type, id, title) VALUES ('chat', new.id, new.title);
END;
CREATE TRIGGER chat_retitled AFTER UPDATE OF title ON chats WHEN old.title IS NOT new.title BEGIN
  UPDATE titles SET title = new.title WHERE id = new.id;
END;
CREATE TRIGGER chat_gone AFTER DELETE ON chats BEGIN
  DELETE FROM titles WHERE id = old.id;
END;
