-- What stands on other branches is found by its meaning as well. Few enough to be compared one by one; the vector goes with
-- its message, and with its words.
ALTER TABLE "branch_messages" ADD COLUMN "embedding" vector(384), ADD COLUMN "embedding_model" text;
