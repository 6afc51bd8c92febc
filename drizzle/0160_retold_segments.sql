-- A model that can title tells older segments anew: a register of the operation log (title and synopsis as JSON). What the
-- segment said before lies beside it, so that taking the act back gives it back, vector and all.
ALTER TABLE "continuum_segments" ADD COLUMN "retold" text;
--> statement-breakpoint
ALTER TABLE "continuum_segments" ADD COLUMN "retold_embedding" vector(384);
--> statement-breakpoint
ALTER TABLE "continuum_segments" ADD COLUMN "told_before" jsonb;
--> statement-breakpoint
CREATE FUNCTION retell_segment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.retold IS NOT DISTINCT FROM OLD.retold THEN RETURN NEW; END IF;
  IF NEW.retold IS NOT NULL THEN
    IF OLD.retold IS NULL THEN
      NEW.told_before := jsonb_build_object('title', OLD.title, 'summary', OLD.summary, 'by', OLD.summarised_by,
        'vector', OLD.summary_embedding::text, 'model', OLD.embedding_model);
    END IF;
    NEW.title := NEW.retold::jsonb ->> 'title';
    NEW.summary := NEW.retold::jsonb ->> 'synopsis';
    NEW.summarised_by := 'model';
    NEW.summary_embedding := coalesce(NEW.retold_embedding, NEW.summary_embedding);
  ELSIF NEW.told_before IS NOT NULL THEN
    -- A segment that went on or was cut since has a summary of its own by now, which stays.
    IF OLD.summary = OLD.retold::jsonb ->> 'synopsis' THEN
      NEW.title := NEW.told_before ->> 'title';
      NEW.summary := NEW.told_before ->> 'summary';
      NEW.summarised_by := NEW.told_before ->> 'by';
      NEW.embedding_model := NEW.told_before ->> 'model';
      NEW.summary_embedding := (NEW.told_before ->> 'vector')::vector;
    END IF;
    NEW.told_before := NULL;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER retell_segment BEFORE UPDATE OF retold ON continuum_segments FOR EACH ROW EXECUTE FUNCTION retell_segment();
