import { describe, expect, it } from 'vitest'
import { type Asker, FairTurns } from './fair-turns.ts'

/** Work that is done when the test says so, in the order it was begun. */
class Counter {
  readonly begun: string[] = []
  readonly refused: string[] = []
  readonly #turns = new FairTurns({ running: 1, waiting: 6, waitingPerProject: 4, waitingPerAccount: 2 })
  readonly #finish: (() => void)[] = []

  ask(name: string, asker: Asker): void {
    const work = (): Promise<void> => {
      this.begun.push(name)
      return new Promise((resolve) => this.#finish.push(resolve))
    }
    this.#turns.run(asker, work, () => new Error('full')).catch(() => this.refused.push(name))
  }

  async finishAll(): Promise<void> {
    for (let finish = this.#finish.shift(); finish !== undefined; finish = this.#finish.shift()) {
      finish()
      // The promises between one piece of work and the next.
      for (let step = 0; step < 10; step++) await Promise.resolve()
    }
  }
}

const from = (address: string, project = 'shop'): Asker => ({ project, address })

describe('turns', () => {
  it('go around among the addresses, however many one of them has waiting', async () => {
    const counter = new Counter()
    for (const name of ['a1', 'a2', 'a3', 'a4']) counter.ask(name, from('10.0.0.1'))
    counter.ask('b1', from('10.0.0.2'))
    await counter.finishAll()
    expect(counter.begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
  })

  it('take the latest from whoever has most, when a project has its share', async () => {
    const counter = new Counter()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) counter.ask(name, from('10.0.0.1'))
    counter.ask('b1', from('10.0.0.2'))
    counter.ask('a6', from('10.0.0.1'))
    await counter.finishAll()
    expect(counter.refused).toEqual(['a5', 'a6'])
    expect(counter.begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
  })

  it('keep places for other projects from a crowd of addresses', async () => {
    const counter = new Counter()
    for (let index = 1; index <= 9; index++) counter.ask(`a${index}`, from(`10.0.0.${index}`))
    counter.ask('b1', from('10.0.1.1', 'blog'))
    counter.ask('b2', from('10.0.1.2', 'blog'))
    await counter.finishAll()
    expect(counter.refused).toEqual(['a6', 'a7', 'a8', 'a9'])
    expect(counter.begun).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2'])
  })

  it('count an address over all projects, when the whole queue is full', async () => {
    const counter = new Counter()
    for (const project of ['one', 'two', 'three', 'four', 'five', 'six', 'seven'])
      counter.ask(project, from('10.0.0.1', project))
    counter.ask('b1', from('10.0.0.2', 'eight'))
    await counter.finishAll()
    expect(counter.refused).toEqual(['seven'])
    expect(counter.begun).toEqual(['one', 'two', 'b1', 'three', 'four', 'five', 'six'])
  })

  it('take all addresses of one IPv6 network for one', async () => {
    const counter = new Counter()
    for (let index = 1; index <= 4; index++) counter.ask(`a${index}`, from(`2001:db8::${index}`))
    counter.ask('b1', from('2001:db8:0:1::1'))
    await counter.finishAll()
    expect(counter.begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
  })

  it('go around among IPv6 networks of 48 bits, and among those of 64 within one', async () => {
    const counter = new Counter()
    counter.ask('first', from('10.0.0.9'))
    for (const [name, network] of Object.entries({ a1: '1', a2: '1', a3: '2' }))
      counter.ask(name, from(`2001:db8:0:${network}::1`))
    counter.ask('b1', from('2001:db9::1', 'blog'))
    await counter.finishAll()
    expect(counter.begun).toEqual(['first', 'a1', 'b1', 'a3', 'a2'])
  })

  it('take from a subscriber who comes by ever new networks of 64 bits, and not from the newcomer', async () => {
    const counter = new Counter()
    counter.ask('first', from('10.0.0.9'))
    for (let index = 1; index <= 4; index++) counter.ask(`a${index}`, from(`2001:db8:0:${index}::1`))
    counter.ask('b1', from('2001:db9::1'))
    await counter.finishAll()
    expect(counter.refused).toEqual(['a4'])
  })

  it('take from those who failed lately, where nobody has more than others', async () => {
    const counter = new Counter()
    counter.ask('first', from('10.0.0.9'))
    for (let index = 1; index <= 4; index++) {
      counter.ask(`a${index}`, { ...from(`10.0.1.${index}`), hasFailedLately: index === 2 })
    }
    counter.ask('b1', from('10.0.2.1'))
    counter.ask('b2', from('10.0.2.2'))
    await counter.finishAll()
    expect(counter.refused).toEqual(['a2', 'b2'])
  })

  it('give an account two places, from wherever it asks, and others behind its address theirs', async () => {
    const counter = new Counter()
    const as = (account: string, address: string): Asker => ({ ...from(address), account })
    counter.ask('first', from('10.0.0.9'))
    for (let index = 1; index <= 4; index++) counter.ask(`a${index}`, as('ada', `10.0.1.${index}`))
    counter.ask('b1', as('ben', '10.0.1.1'))
    counter.ask('visitor', from('10.0.1.1'))
    await counter.finishAll()
    expect(counter.refused).toEqual(['a3', 'a4'])
    expect(counter.begun).toEqual(['first', 'a1', 'a2', 'b1', 'visitor'])
  })

  it('go on after work that failed', async () => {
    const turns = new FairTurns({ running: 1, waiting: 1, waitingPerProject: 1, waitingPerAccount: 1 })
    const fail = (): Promise<never> => Promise.reject(new Error('broken'))
    await expect(turns.run(from('10.0.0.1'), fail, () => new Error('full'))).rejects.toThrow('broken')
    expect(
      await turns.run(
        from('10.0.0.1'),
        async () => 'done',
        () => new Error('full'),
      ),
    ).toBe('done')
  })
})
