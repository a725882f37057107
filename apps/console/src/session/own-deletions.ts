/** Projects that this page is deleting or has deleted: its account needs not be told that it left them. */
export const ownDeletions = new Set<string>()
