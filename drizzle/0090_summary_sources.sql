-- Summaries of a program that kept topics without buckets keep their sources (seed 001, appendix C).
ALTER TABLE "bucket_summaries" ADD COLUMN "sources" jsonb DEFAULT '[]'::jsonb NOT NULL;
