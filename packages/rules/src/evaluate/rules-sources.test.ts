import { expect, test } from 'vitest'
import { RulesSources } from './rules-sources.ts'

const files = [
  { name: 'a.rules', content: 'service cloud.firestore { function unused() { return true; } }' },
  { name: 'b.rules', content: 'broken;' },
  { name: 'c.rules', content: "rules_version = '2'; service firebase.storage {}" },
]

test('what is read in turns is what is read at once, and others have theirs after each step', async () => {
  let pauses = 0
  const turn = { pause: async () => void (await Promise.resolve(pauses++)) }
  const sources = await RulesSources.readInTurns(files, turn)
  const atOnce = new RulesSources(files)
  expect(sources.issues).toEqual(atOnce.issues)
  expect(sources.issues.map(({ fileName }) => fileName)).toEqual(['a.rules', 'a.rules', 'b.rules'])
  expect(sources.sources).toEqual(atOnce.sources)
  expect(sources.services).toEqual(['cloud.firestore', 'firebase.storage'])
  expect(pauses).toBe(2 * files.length)
})
