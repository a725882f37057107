import { afterEach, expect, it, vi } from 'vitest'
import { forgetLost, lostNamesMax, type OpenPages, UploadNames } from './lost-uploads.ts'
import type { Upload } from './upload.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser's storage, and the pages that are open in it. */
class Browser {
  readonly kept = new Map<string, string>()
  readonly open = new Set<string>()

  constructor() {
    const { kept } = this
    // Its keys are enumerable properties, as those of the browser's are.
    vi.stubGlobal(
      'localStorage',
      new Proxy(
        {
          getItem: (key: string) => kept.get(key) ?? null,
          setItem: (key: string, value: string) => void kept.set(key, value),
          removeItem: (key: string) => void kept.delete(key),
        },
        {
          ownKeys: () => [...kept.keys()],
          getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        },
      ),
    )
  }

  page(own: string, uid = 'olga'): UploadNames {
    this.open.add(own)
    const pages: OpenPages = { own, open: () => Promise.resolve(), list: () => Promise.resolve(this.open) }
    return new UploadNames(pages, uid)
  }
}

function upload(path: string, status: Upload['status'] = 'running', project = 'demo-app'): Upload {
  return {
    id: 1,
    round: 1,
    project,
    path,
    sizeBytes: 1,
    sentBytes: 0,
    status,
    bytesPerSecond: undefined,
    error: undefined,
  }
}

it('tells a later page what an earlier one didn’t get through, and nobody else', async () => {
  const browser = new Browser()
  browser
    .page('one')
    .note([
      upload('a'),
      upload('b', 'paused'),
      upload('c', 'done'),
      upload('d', 'failed'),
      upload('e', 'queued', 'shop'),
    ])
  expect(await browser.page('two').findLost()).toEqual([])
  browser.open.delete('one')
  expect(await browser.page('two', 'vera').findLost()).toEqual([])
  expect(await browser.page('two').findLost()).toMatchObject([
    { project: 'demo-app', paths: ['a', 'b'], count: 2 },
    { project: 'shop', paths: ['e'], count: 1 },
  ])
})

it('keeps nothing of what arrived, and no more names than it may', async () => {
  const browser = new Browser()
  const one = browser.page('one')
  one.note([upload('a')])
  one.note([upload('a', 'done')])
  expect(browser.kept.size).toBe(0)
  one.note(Array.from({ length: lostNamesMax + 7 }, (_, at) => upload(`file-${at}`)))
  browser.open.clear()
  const [lost] = await browser.page('two').findLost()
  expect(lost).toMatchObject({ count: lostNamesMax + 7 })
  expect(lost?.paths).toHaveLength(lostNamesMax)
})

it('forgets one by one, and what somebody else left there is left out', async () => {
  const browser = new Browser()
  browser.page('one').note([upload('a'), upload('b')])
  browser.open.clear()
  browser.kept.set('hearth.kept.uploads.olga.zero.demo-app', '{"paths":7}')
  const [lost] = await browser.page('two').findLost()
  const left = lost && forgetLost(lost, new Set(['a']))
  expect(left).toMatchObject({ paths: ['b'], count: 1 })
  expect(await browser.page('two').findLost()).toMatchObject([{ paths: ['b'] }])
  expect(left && forgetLost(left, new Set(['b']))).toBeUndefined()
  expect(await browser.page('two').findLost()).toEqual([])
})
