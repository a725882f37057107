import type { ReplacementTerms } from '../persistence/store-copy.ts'

/** An earlier state takes the place of a store as it was. */
export const noTerms: ReplacementTerms = {
  keptSpaces: [],
  sharedSpaces: [],
  livingSpaces: [],
  shrinkingLists: [],
  risingFields: [],
  returnFields: [],
  returnPatches: [],
  returnedTenants: [],
  lastingFlags: [],
  droppedSpaces: [],
  leftovers: { space: 'left', namedBy: [], usedBy: 'used', field: 'name' },
}
