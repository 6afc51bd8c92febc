-- The vectors of passages were never handed on by the service that makes them, so what waited for them was taken for one passage
-- and left the queue. Long messages wait again; they are read in the background, the newest first.
INSERT INTO message_passages (user_id, model_id, number)
SELECT e.user_id, e.model_id, m.seq FROM message_embeddings e JOIN messages m ON m.user_id = e.user_id AND m.id = e.message_id
WHERE octet_length(m.text) > 900 ON CONFLICT DO NOTHING;
