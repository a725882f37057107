import { environmentManager, InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { HearthError } from '../api/hearth-error.ts'

const { whenBack } = vi.hoisted(() => ({ whenBack: vi.fn<(failures: number) => Promise<void>>() }))
vi.mock('./after-interruption.ts', () => ({ afterInterruption: whenBack }))
vi.mock('../../browser/while-watched.ts', () => ({ followWatching: () => undefined }))
const { createQueryClient } = await import('./query-client.ts')

const away = new HearthError({ code: 'unavailable', reason: 'NO_ANSWER', message: '' })
const denied = new HearthError({ code: 'permission-denied', reason: 'ROLE', message: '' })

beforeEach(() => {
  environmentManager.setIsServer(() => false)
  whenBack.mockReset()
})

/** A screen that shows the answers of `ask`, and a way to let the server be back. */
function show(ask: () => Promise<string>) {
  let back = (): void => undefined
  whenBack.mockImplementation(async () => await new Promise((resolve) => (back = resolve)))
  const observer = new QueryObserver(createQueryClient(), { queryKey: ['one'], queryFn: ask })
  const leave = observer.subscribe(() => undefined)
  return { observer, leave, back: () => back() }
}

it('says a failure at once, and asks again by itself when the server is back', async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValue(away)
  const { observer, back, leave } = show(ask)
  await vi.waitFor(() => expect(observer.getCurrentResult().error).toBe(away))
  expect(ask).toHaveBeenCalledTimes(1)
  back()
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
  // Each pause knows of the failures before it.
  await vi.waitFor(() => expect(whenBack.mock.calls).toEqual([[0], [1]]))
  ask.mockResolvedValue('answer')
  back()
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('answer'))
  ask.mockRejectedValue(away)
  await observer.refetch()
  expect(observer.getCurrentResult()).toMatchObject({ data: 'answer', error: away })
  expect(whenBack.mock.lastCall).toEqual([0])
  leave()
})

it('does not ask again what the server refused, or what no screen shows any more', async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValue(denied)
  const refused = show(ask)
  await vi.waitFor(() => expect(refused.observer.getCurrentResult().error).toBe(denied))
  expect(whenBack).not.toHaveBeenCalled()

  ask.mockRejectedValue(away)
  await refused.observer.refetch()
  expect(whenBack).toHaveBeenCalledTimes(1)
  refused.leave()
  ask.mockClear()
  refused.back()
  await Promise.resolve()
  await Promise.resolve()
  expect(ask).not.toHaveBeenCalled()
})

it('asks once where somebody pressed the button meanwhile', async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValueOnce(away).mockResolvedValue('answer')
  const { observer, back, leave } = show(ask)
  await vi.waitFor(() => expect(whenBack).toHaveBeenCalled())
  await observer.refetch()
  expect(observer.getCurrentResult().data).toBe('answer')
  ask.mockReturnValue(new Promise(() => undefined))
  void observer.refetch()
  ask.mockClear()
  back()
  await Promise.resolve()
  await Promise.resolve()
  expect(ask).not.toHaveBeenCalled()
  leave()
})

it('goes on with the page of a list that got no answer', async () => {
  whenBack.mockResolvedValue(undefined)
  const page = vi
    .fn<(token: string) => Promise<string>>()
    .mockResolvedValueOnce('first')
    .mockRejectedValueOnce(away)
    .mockResolvedValue('second')
  const observer = new InfiniteQueryObserver(createQueryClient(), {
    queryKey: ['list'],
    queryFn: async ({ pageParam }) => await page(pageParam),
    initialPageParam: '',
    getNextPageParam: (last) => (last === 'first' ? 'next' : undefined),
  })
  const leave = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().hasNextPage).toBe(true))
  await observer.fetchNextPage()
  await vi.waitFor(() => expect(observer.getCurrentResult().data?.pages).toEqual(['first', 'second']))
  expect(page.mock.calls.map(([token]) => token)).toEqual(['', 'next', 'next'])
  leave()
})

it('shows the answer before, and says so, until the one to another question is there', async () => {
  const client = createQueryClient()
  const optionsOf = (uid: string, queryFn: () => Promise<string>) => ({ queryKey: ['user', uid], queryFn })
  const observer = new QueryObserver(
    client,
    optionsOf('one', async () => 'of one'),
  )
  const leave = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('of one'))
  let fail = (_error: unknown): void => undefined
  observer.setOptions(optionsOf('two', async () => await new Promise((_, reject) => (fail = reject))))
  expect(observer.getCurrentResult()).toMatchObject({ data: 'of one', isPlaceholderData: true })
  await Promise.resolve()
  fail(denied)
  await vi.waitFor(() => expect(observer.getCurrentResult()).toMatchObject({ data: undefined, error: denied }))
  leave()
})

it('keeps nothing once it is cleared', async () => {
  const client = createQueryClient()
  await client.fetchQuery({ queryKey: ['secret'], queryFn: async () => 'of somebody' })
  expect(client.getQueryData(['secret'])).toBe('of somebody')
  client.clear()
  expect(client.getQueryData(['secret'])).toBeUndefined()
})
