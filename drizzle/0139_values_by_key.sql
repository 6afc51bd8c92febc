-- Values are looked up by their entry's id. While a store is small the planner knows nothing of it, and took this index, whose
-- first column is the same for every row, for as good as the key: for each of n entries it then read all n values (1,200 lines
-- taken over at once: three quarters of a minute). What is asked of tiers and scores reads every row in any case.
DROP INDEX IF EXISTS "values_score";
