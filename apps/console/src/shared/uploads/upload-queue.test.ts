import { describe, expect, it } from 'vitest'
import type { SendingListener, UploadOrder } from './upload.ts'
import { UploadQueue } from './upload-queue.ts'

class Transfer {
  readonly steps: string[] = []
  readonly listener: SendingListener
  constructor(listener: SendingListener) {
    this.listener = listener
  }
  pause = () => void this.steps.push('pause')
  resume = () => void this.steps.push('resume')
  cancel = () => void this.steps.push('cancel')
}

/** A queue whose transfers do what the test says, and a clock of its own. */
class QueueWorld {
  nowMs = 0
  readonly queue: UploadQueue
  readonly transfers: Transfer[] = []

  constructor({ runningMax = 2, keptMax = 10 } = {}) {
    this.queue = new UploadQueue({ runningMax, keptMax, now: () => this.nowMs })
  }

  add(...paths: string[]): void {
    for (const path of paths) this.queue.add(this.order(path))
  }

  order(path: string): UploadOrder {
    return {
      project: 'demo-app',
      path,
      sizeBytes: 1000,
      send: (listener) => {
        const transfer = new Transfer(listener)
        this.transfers.push(transfer)
        return transfer
      },
    }
  }

  get states(): string {
    return this.queue
      .getSnapshot()
      .map(({ path, status }) => `${path} ${status}`)
      .join(', ')
  }

  id(path: string): number {
    return this.queue.getSnapshot().find((upload) => upload.path === path)?.id ?? 0
  }

  transfer(at: number): Transfer {
    const transfer = this.transfers[at]
    if (transfer === undefined) throw new Error(`transfer ${at} never began`)
    return transfer
  }
}

describe('the queue of uploads', () => {
  it('runs as many as it may, and the next when one is over', () => {
    const world = new QueueWorld()
    world.add('a', 'b', 'c')
    expect(world.states).toBe('a running, b running, c queued')
    world.transfer(0).listener.done()
    expect(world.states).toBe('a done, b running, c running')
    world.transfer(1).listener.failed(new Error('no'))
    expect(world.states).toBe('a done, b failed, c running')
  })

  it('tells what came together from what was over before', () => {
    const world = new QueueWorld()
    const rounds = (): readonly number[] => world.queue.getSnapshot().map(({ round }) => round)
    world.add('a')
    world.transfer(0).listener.failed(new Error('no'))
    world.add('b', 'c')
    expect(rounds()).toEqual([1, 2, 2])
    // One that is tried again is under way with those that are.
    world.queue.retry(world.id('a'))
    expect(rounds()).toEqual([2, 2, 2])
    for (const at of [1, 2, 3]) world.transfer(at).listener.done()
    world.add('d')
    expect(rounds()).toEqual([2, 2, 2, 3])
  })

  it('gives the place of a paused one to the next, and goes on where it stopped when there is room', () => {
    const world = new QueueWorld()
    world.add('a', 'b', 'c')
    world.transfer(0).listener.progressed(400)
    world.queue.pause(world.id('a'))
    expect(world.states).toBe('a paused, b running, c running')
    world.queue.resume(world.id('a'))
    expect(world.states).toBe('a queued, b running, c running')
    world.transfer(1).listener.done()
    expect(world.states).toBe('a running, b done, c running')
    expect(world.transfer(0).steps).toEqual(['pause', 'resume'])
    expect(world.queue.getSnapshot()[0]?.sentBytes).toBe(400)
    expect(world.transfers).toHaveLength(3)
  })

  it('pauses one that has not begun, without beginning it', () => {
    const world = new QueueWorld({ runningMax: 1 })
    world.add('a', 'b')
    world.queue.pause(world.id('b'))
    world.transfer(0).listener.done()
    expect(world.states).toBe('a done, b paused')
    world.queue.resume(world.id('b'))
    expect(world.states).toBe('a done, b running')
  })

  it('cancels whatever is under way, and hears nothing more of it', () => {
    const world = new QueueWorld()
    world.add('a', 'b')
    world.queue.pause(world.id('b'))
    world.queue.cancel(world.id('a'))
    world.queue.cancel(world.id('b'))
    world.transfer(0).listener.done()
    world.transfer(1).listener.failed(new Error('late'))
    expect(world.states).toBe('a cancelled, b cancelled')
    expect(world.transfers.map(({ steps }) => steps.at(-1))).toEqual(['cancel', 'cancel'])
  })

  it('tries again from the first byte', () => {
    const world = new QueueWorld()
    world.add('a')
    world.transfer(0).listener.progressed(700)
    world.transfer(0).listener.failed(new Error('no'))
    world.queue.retry(world.id('a'))
    expect(world.states).toBe('a running')
    expect(world.queue.getSnapshot()[0]).toMatchObject({ sentBytes: 0, error: undefined })
    world.transfer(0).listener.progressed(900)
    expect(world.queue.getSnapshot()[0]?.sentBytes).toBe(0)
    world.transfer(1).listener.done()
    expect(world.states).toBe('a done')
  })

  it('knows the rate once there is something to measure, and forgets it in a pause', () => {
    const world = new QueueWorld()
    world.add('a')
    world.nowMs = 100
    world.transfer(0).listener.progressed(100)
    expect(world.queue.getSnapshot()[0]?.bytesPerSecond).toBeUndefined()
    world.nowMs = 1000
    world.transfer(0).listener.progressed(500)
    expect(world.queue.getSnapshot()[0]?.bytesPerSecond).toBe(500)
    world.queue.pause(world.id('a'))
    world.nowMs = 60_000
    world.queue.resume(world.id('a'))
    world.nowMs = 61_000
    world.transfer(0).listener.progressed(600)
    expect(world.queue.getSnapshot()[0]?.bytesPerSecond).toBe(100)
  })

  it('keeps a bounded list: what is over makes room, what is under way does not', () => {
    const world = new QueueWorld({ runningMax: 1, keptMax: 2 })
    world.add('a', 'b')
    expect(world.queue.room).toBe(0)
    expect(() => world.add('c')).toThrow(RangeError)
    world.transfer(0).listener.done()
    world.add('c')
    expect(world.states).toBe('b running, c queued')
  })

  it('clears what is over, and ends everything when told', () => {
    const world = new QueueWorld()
    world.add('a', 'b', 'c')
    world.transfer(0).listener.done()
    world.queue.clear()
    expect(world.states).toBe('b running, c running')
    world.queue.cancelAll()
    expect(world.states).toBe('')
    expect(world.transfer(1).steps).toEqual(['cancel'])
  })

  it('keeps what the server has no room for paused, and begins it anew when it is resumed', () => {
    const world = new QueueWorld({ runningMax: 1 })
    world.add('a', 'b')
    world.transfer(0).listener.progressed(400)
    world.transfer(0).listener.held(new Error('full'))
    expect(world.states).toBe('a paused, b running')
    expect(world.queue.getSnapshot()[0]).toMatchObject({ sentBytes: 0, error: new Error('full') })
    world.transfer(1).listener.done()
    expect(world.states).toBe('a paused, b done')
    world.queue.resume(world.id('a'))
    expect(world.states).toBe('a running, b done')
    expect(world.queue.getSnapshot()[0]?.error).toBeUndefined()
    world.transfer(2).listener.done()
    expect(world.states).toBe('a done, b done')
  })

  it('goes on by itself with what was held until something is mended, unless it was given up', async () => {
    const world = new QueueWorld()
    const mended = Promise.withResolvers<void>()
    world.add('a', 'b')
    world.transfer(0).listener.held(new Error('over'), mended.promise)
    world.transfer(1).listener.held(new Error('over'), mended.promise)
    world.queue.cancel(world.id('b'))
    mended.resolve()
    await mended.promise
    expect(world.states).toBe('a running, b cancelled')
    expect(world.transfers).toHaveLength(3)
  })

  it('holds all that are on their way, and goes on with those that nobody had paused', () => {
    const world = new QueueWorld()
    world.add('a', 'b', 'c', 'd')
    world.transfer(0).listener.done()
    world.queue.pause(world.id('b'))
    world.queue.holdAll('over')
    expect(world.states).toBe('a done, b paused, c paused, d paused')
    expect(world.transfer(1).steps).toEqual(['pause', 'cancel'])
    expect(world.transfer(2).steps).toEqual(['cancel'])
    // What an abandoned transfer still says is not heard.
    world.transfer(2).listener.failed(new Error('closed'))
    world.queue.goOn((error) => error === 'another')
    expect(world.states).toBe('a done, b paused, c paused, d paused')
    world.queue.goOn((error) => error === 'over')
    expect(world.states).toBe('a done, b paused, c running, d running')
    world.queue.resume(world.id('b'))
    world.transfer(4).listener.done()
    expect(world.states).toBe('a done, b running, c done, d running')
  })
})
