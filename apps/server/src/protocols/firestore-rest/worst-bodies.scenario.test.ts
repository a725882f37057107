import { expect, test } from 'vitest'
import { longestRound, LONGEST_ROUND_MAX } from '../../testing/held-rounds.ts'
import { RawClient } from '../../testing/raw-client.ts'
import { TestServer } from '../../testing/test-server.ts'

const BYTES_MAX = 11 * 1024 * 1024

/** As many parts as there is room for in a list, or in an object whose members they are. */
function filled(begin: '[' | '{', part: (index: number) => string, end: ']' | '}'): string {
  const parts: string[] = []
  for (let length = 2, index = 0; ; index++) {
    const next = part(index)
    length += next.length + 1
    if (length >= BYTES_MAX) return `${begin}${parts.join(',')}${end}`
    parts.push(next)
  }
}

test('the worst JSON of a visitor holds up nobody', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  using client = new RawClient(server.port)
  const path = '/v1/projects/demo-app/databases/(default)/documents:commit'
  const many = Array.from({ length: 90_000 }, (_, index) => `"x${index.toString(36)}":1`).join(',')
  const bodies = {
    'lists of nothing': filled('[', () => '[]', ']'),
    'objects of many shapes': filled('[', (index) => `{"${index.toString(36)}":1}`, ']'),
    'many members': filled('{', (index) => `"${index.toString(36)}":1`, '}'),
    'many members in many objects': filled('[', () => `{${many}}`, ']'),
    'a text that does not end': `["${'a'.repeat(BYTES_MAX - 10)}`,
    'a list that does not end': filled('[', () => '"a"', ']').slice(0, -1),
    space: ' '.repeat(BYTES_MAX - 10),
  }
  for (const [what, body] of Object.entries(bodies)) {
    const longest = await longestRound(async () => {
      const answer = await client.ask({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body })
      expect(answer.status, what).toBe(400)
    })
    expect(longest, what).toBeLessThan(LONGEST_ROUND_MAX)
  }
})
