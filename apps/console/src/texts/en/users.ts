/** Texts of the list of a project's users. */
export const usersTexts = {
  title: 'Users',
  fact: (count: number, hasMore: boolean) =>
    hasMore ? `The first ${count} users` : count === 1 ? '1 user' : `${count} users`,
  list: 'Users of this project',
  user: 'User',
  uid: 'User id',
  email: 'E-mail',
  name: 'Name',
  provider: 'Provider',
  state: 'State',
  created: 'Created',
  lastSignIn: 'Last sign-in',
  never: 'never',
  noEmail: 'no e-mail',
  verified: 'verified',
  unverified: 'not verified',
  disabled: 'disabled',
  anonymous: 'anonymous',
  reload: 'Load again',
  more: 'Show more',
  failed: 'Couldn’t list the users',
  emptyTitle: 'No users yet',
  empty: 'A user appears here when somebody signs up in your app.',
  readOnly:
    'This version lists users. The Admin SDK creates, changes and deletes them, with a service key from Settings.',
} as const
