-- Words are read otherwise now: parts of addresses and identifiers are terms too, numbers lose the marks between their
-- thousands, apostrophes are one (src-main/store/search-terms.ts). What messages are found by is written anew in the
-- background, as for a store from before there was an index; until then they are found by their vectors.
CREATE TEMPORARY TABLE "kept_documents" ON COMMIT DROP AS SELECT * FROM "search_documents" WHERE "kind" <> 'message';
--> statement-breakpoint
TRUNCATE "search_documents", "search_terms", "search_totals", "search_backlog";
--> statement-breakpoint
DELETE FROM "preferences" WHERE "key" = 'search_index_complete';
--> statement-breakpoint
INSERT INTO "search_documents" SELECT * FROM "kept_documents";
--> statement-breakpoint
INSERT INTO "search_terms" (user_id, term, documents)
SELECT DISTINCT user_id, unnest(terms), 1 FROM "kept_documents";
