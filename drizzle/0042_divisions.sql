-- A bucket that has become several topics is offered for division: the titles of its two parts, as they were offered.
ALTER TABLE "suggestions" ADD COLUMN "parts" jsonb;
