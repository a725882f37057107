import { lazyRouteComponent } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { connection } from '../backend/live/connection.ts'
import { speakOfEverything } from '../texts/speak.ts'

/** A page's code is gone from the server, which answers otherwise: it was upgraded since this page was opened. */
export class OutdatedPageError extends Error {
  constructor(cause: unknown) {
    super('The code of this page is not on the server any more.', { cause })
    this.name = 'OutdatedPageError'
  }
}

/** A page whose code loads when it is first visited, after the words of all areas. */
export function lazyPage<Name extends string>(
  load: () => Promise<Readonly<Record<Name, FunctionComponent>>>,
  name: Name,
): ReturnType<typeof lazyRouteComponent> {
  return gatePage(async () => {
    await speakOfEverything()
    return await load()
  }, name)
}

/** One that is there before the sign-in and has its few words already. */
export function gatePage<Name extends string>(
  load: () => Promise<Readonly<Record<Name, FunctionComponent>>>,
  name: Name,
): ReturnType<typeof lazyRouteComponent> {
  return lazyRouteComponent(async () => ({ default: (await loadPatiently(load))[name] }), 'default')
}

/** Waits for the server while it can't be reached. Throws an `OutdatedPageError` when it answers and hasn't got the code. */
async function loadPatiently<Page>(load: () => Promise<Page>): Promise<Page> {
  for (let failures = 0; ; failures++) {
    try {
      return await load()
    } catch (cause) {
      await connection.probe()
      const isReachable = connection.getSnapshot().status === 'live'
      if (isReachable && failures > 0) throw new OutdatedPageError(cause)
      await connection.whenLive()
    }
  }
}
