-- A program that keeps conversations apart and names them: each of its conversations is one talk. A file that holds months of
-- messages under one name is not.
ALTER TABLE "continuum_segments" ADD COLUMN "one_talk" boolean DEFAULT false NOT NULL;
