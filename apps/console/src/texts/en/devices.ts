import { inLanguage } from '../speak.ts'

/** Texts of the devices, which are the installations of a project's apps. */
export const devicesTexts = inLanguage('devices', {
  title: 'Devices',
  fact: (count: number, hasMore: boolean) =>
    hasMore
      ? `The latest ${count} app installations`
      : count === 1
        ? '1 app installation'
        : `${count} app installations`,
  reload: 'Load again',
  more: 'Show more',
  failed: 'Couldn’t list the devices',
  emptyTitle: 'No devices yet',
  empty:
    'A copy of your app appears here when it asks for its installation id, as analytics do. A device is not a person.',
  noneFit: 'No device fits',
  noneFitYet: 'None of those looked at so far fits. There are more to look at.',
  noneFitHelp: 'Another app, another user or another time may.',
  clearFilters: 'Clear the filters',
  readOnly: 'You can read here. Editors and owners can revoke devices.',
  filters: 'Which devices are listed',
  all: 'All',
  platform: 'Platform',
  platforms: { web: 'Web', ios: 'iOS', android: 'Android', unknown: 'Unknown' },
  app: 'App',
  user: 'User id',
  seen: 'Seen',
  seenOptions: {
    day: 'In the last day',
    week: 'In the last 7 days',
    month: 'In the last 30 days',
    'not-month': 'Not for 30 days',
    'not-quarter': 'Not for 90 days',
  },
  installation: 'Installation id',
  open: (name: string, fid: string) => `${name}, installation ${fid}`,
  unknownDevice: 'Unknown device',
  device: 'Device',
  sdk: 'SDK',
  nobody: 'nobody',
  firstSeen: 'First seen',
  lastSeen: 'Last seen',
  detailsTitle: 'Device',
  userAgent: 'As it calls itself',
  tokenExpires: 'Token ends',
  tokenOver: (when: string) => `${when}; it asks for another when it is used`,
  linkedAt: 'Signed in',
  failedDetails: 'Couldn’t read the device',
  goneTitle: 'This device isn’t there',
  gone: 'It was revoked, was not seen for a long time, or the address is mistyped.',
  showEvents: 'Its events',
  close: 'Close',
  choose: (name: string) => `Choose ${name}`,
  chooseAll: 'Choose all that are shown',
  chosen: (count: number) => (count === 1 ? '1 chosen' : `${count} chosen`),
  chooseNone: 'Choose none',
  revoke: 'Revoke',
  revokeAllOf: 'Revoke all of this user',
  revokeTitle: (count: number) => (count === 1 ? 'Revoke 1 device?' : `Revoke ${count} devices?`),
  revokeText:
    'Its token ends at once, and it is taken off this list. The app registers anew, with another id, when it is used again. Nobody is signed out.',
  revokeUserTitle: 'Revoke all devices of this user?',
  revokeUserText: (uid: string) =>
    `Every installation where ${uid} is signed in loses its token and its place in this list. The apps register anew when they are used again. Nobody is signed out.`,
  revokeButton: (count: number) => (count === 1 ? 'Revoke 1 device' : `Revoke ${count} devices`),
  revokeUserButton: 'Revoke all of them',
  revoked: (count: number) => (count === 1 ? 'Revoked 1 device' : `Revoked ${count} devices`),
})
