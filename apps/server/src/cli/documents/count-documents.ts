/** `1 document`, `1,204 documents`. */
export function countDocuments(count: number): string {
  return count === 1 ? '1 document' : `${count.toLocaleString('en')} documents`
}
