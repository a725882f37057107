/** The tracks of the page of documents. Those of a chosen width take it as long as the others have enough. */
export function pageColumns(isTable: boolean, hasDocument: boolean): string {
  if (!isTable) {
    // An id and the number that a query goes by stand side by side; until a document is open the list has most of the room.
    return hasDocument
      ? 'tablet:grid-cols-[minmax(8rem,var(--width-collections,1fr))_0.75rem_minmax(max(11rem,min(17.25rem,var(--width-documents,17.25rem))),var(--width-documents,1.4fr))_0.75rem_minmax(15rem,2.8fr)]'
      : 'tablet:grid-cols-[minmax(8rem,var(--width-collections,1fr))_0.75rem_minmax(17.25rem,2.8fr)_0.75rem_minmax(15rem,1.4fr)]'
  }
  return hasDocument
    ? 'tablet:grid-cols-[minmax(15rem,var(--width-table,1fr))_0.75rem_minmax(16rem,1fr)] wide:grid-cols-[minmax(8rem,var(--width-collections,10rem))_0.75rem_minmax(15rem,var(--width-table,1fr))_0.75rem_minmax(16rem,1fr)]'
    : 'tablet:grid-cols-[minmax(8rem,var(--width-collections,11rem))_0.75rem_minmax(0,1fr)]'
}
