import { inLanguage } from '../speak.ts'

/** Texts of the plain lists: analytics. */
export const listsTexts = inLanguage('lists', {
  reload: 'Load again',
  more: 'Show more',
  analytics: {
    title: 'Analytics',
    fact: (count: number, hasMore: boolean) =>
      hasMore ? `The latest ${count} events` : count === 1 ? '1 event' : `${count} events`,
    failed: 'Couldn’t list the events',
    emptyTitle: 'No events yet',
    empty: 'An event appears here when your app logs one with the analytics SDK.',
    event: 'Event',
    params: 'Parameters',
    device: 'Device',
    user: 'User',
    userNamed: (uid: string) => `User ${uid}`,
    received: 'Received',
  },
})
