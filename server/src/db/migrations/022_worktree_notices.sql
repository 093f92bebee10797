-- What someone did with the branch of a worktree.
ALTER TABLE worktrees ADD COLUMN notice TEXT;
