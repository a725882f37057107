import { inLanguage } from '../speak.ts'

/** Texts of the plain lists: analytics and devices. */
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
  devices: {
    title: 'Devices',
    fact: (count: number, hasMore: boolean) =>
      hasMore
        ? `The first ${count} app installations`
        : count === 1
          ? '1 app installation'
          : `${count} app installations`,
    failed: 'Couldn’t list the devices',
    emptyTitle: 'No devices yet',
    empty: 'A copy of your app appears here when it asks for its installation id. A device is not a person.',
    installation: 'Installation id',
    app: 'App',
    sdk: 'SDK',
    firstSeen: 'First seen',
    lastSeen: 'Last seen',
  },
})
