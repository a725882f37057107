import { afterEach, describe, expect, it } from 'vitest'
import { OtherTabs, type TabWork } from './other-tabs.ts'

const channels: BroadcastChannel[] = []
let browsers = 0

/** Opens tabs of one browser. */
function newBrowser(): (findOwn: () => Promise<TabWork>) => OtherTabs {
  const name = `tabs of browser ${(browsers += 1)}`
  return (findOwn) => {
    const channel = new BroadcastChannel(name)
    channels.push(channel)
    return new OtherTabs(channel, findOwn)
  }
}

const holding = (work: Partial<TabWork>) => () => Promise.resolve({ ...nothing, ...work })
const nothing: TabWork = { waiting: 0, lost: 0, changes: 0, forms: 0, uploads: 0, jobs: 0, exports: 0 }

afterEach(() => {
  for (const channel of channels.splice(0)) channel.close()
})

describe('what other tabs would lose', () => {
  it('is added up over them, without the tab that asks', async () => {
    const openTab = newBrowser()
    const asking = openTab(holding({ changes: 100, jobs: 100 }))
    openTab(holding({ changes: 2, uploads: 1 }))
    openTab(holding({ changes: 3, forms: 1, waiting: 4, lost: 1 }))
    expect(await asking.ask()).toEqual({ waiting: 4, lost: 1, changes: 5, forms: 1, uploads: 1, jobs: 0, exports: 0 })
  })

  it('is nothing without others, or when one never answers', async () => {
    const openTab = newBrowser()
    const asking = openTab(holding({ changes: 1 }))
    expect(await asking.ask()).toEqual(nothing)
    openTab(() => new Promise(() => undefined))
    openTab(holding({ jobs: 1 }))
    expect(await asking.ask()).toEqual({ ...nothing, jobs: 1 })
  })

  it('is told to each that asks, and other messages are none of its', async () => {
    const openTab = newBrowser()
    const one = openTab(holding({ forms: 1 }))
    const two = openTab(holding({ uploads: 2 }))
    for (const message of ['chosen', { unsavedAnswered: 'another question', jobs: 7 }, null]) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
      channels[0]?.postMessage(message)
    }
    expect(await Promise.all([one.ask(), two.ask()])).toEqual([
      { ...nothing, uploads: 2 },
      { ...nothing, forms: 1 },
    ])
  })
})
