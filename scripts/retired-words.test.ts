import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url).pathname

/** Words of the glossary in CONTRIBUTING.md that once had another, which no file goes back to. */
const retired = [
  // The icon of the overview is called so.
  { pattern: /\bhouses?\b/i, word: 'server', except: /^apps\/console\/src\/app\/router\.tsx / },
  { pattern: /\berrands?\b/i, word: 'command' },
  { pattern: /\bpatiently\b/i, word: 'with retries' },
  { pattern: /\bsettled (?:value|input)|\buseSettled\b/, word: 'debounced' },
  // There is room for something, and for that word alone it stays.
  {
    pattern:
      /\b(?:Project|File|Console|Sample|Backup|Restore)Rooms?\b|\bstand-?in rooms?\b|\b(?:FindRoom|createRooms?|leaveRoom)\b/i,
    word: 'project context',
  },
  { pattern: /\b(?:useAsked|askAgain|AskedList)\b/, word: 'query' },
]

const files = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}'], { cwd: root })

test.each(retired)('no name or sentence has $pattern for "$word"', ({ pattern, except }) => {
  expect(files.length).toBeGreaterThan(1_000)
  const found = files.flatMap((file) =>
    readFileSync(`${root}/${file}`, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) && except?.test(`${file} ${line}`) !== true ? [`${file}:${index + 1}`] : [],
      ),
  )
  expect(found).toEqual([])
})
