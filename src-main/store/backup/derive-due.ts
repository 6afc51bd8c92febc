/** Among a profile's preferences while what follows from copied rows was not made anew: whoever opens the store next does it. */
export const DERIVE_DUE = 'derive_due'

/** Goes into the transaction that copies rows: from then on `deriveAnew` is due in every profile. */
export const MARK_DERIVE_DUE = `
  INSERT INTO preferences (user_id, key, value, updated_at) SELECT user_id, '${DERIVE_DUE}', 'true', now() FROM profiles
    ON CONFLICT (user_id, key) DO NOTHING;
`

/** A row if it is due in any profile; for the store's owner. */
export const ANY_DERIVE_DUE = `SELECT FROM preferences WHERE key = '${DERIVE_DUE}' LIMIT 1`
