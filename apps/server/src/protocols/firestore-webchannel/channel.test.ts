import { expect, test } from 'vitest'
import { Channel } from './channel.ts'

const MEBIBYTE = 1024 * 1024

test('a source that goes on within one turn is asked to pause long before the channel is given up', () => {
  const heard: string[] = []
  const channel = new Channel('sid', '127.0.0.1', () => heard.push('closed'))
  const hear = (what: string) => () => void heard.push(what)
  channel.attach({ receive() {}, pause: hear('pause'), resume: hear('resume'), close() {} }, 0)
  let sent = 0
  for (; heard.length === 0 && sent < 100; sent++) channel.send(`"${'x'.repeat(MEBIBYTE)}"`)
  expect(heard).toEqual(['pause'])
  expect(sent).toBeLessThan(8)
  channel.acknowledge(sent)
  expect(heard).toEqual(['pause', 'resume'])
  channel.close()
})
