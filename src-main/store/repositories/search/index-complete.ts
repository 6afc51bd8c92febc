/** Noted with the settings once everything was put into the index: whoever writes since puts it in at once (`backlog.ts`). */
export const INDEX_COMPLETE = 'search_index_complete'
