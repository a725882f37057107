import { inLanguage } from '../in-language.ts'

/** Texts of the addresses that a project's server calls. */
export const webhookTexts = inLanguage('webhook-settings', {
  failed: 'Couldn’t read the webhooks',
  ownersOnly: 'Owners of the project read and change its webhooks.',
  consoleHasNone: 'The console itself has no webhooks.',
  sms: 'Text messages',
  smsText: 'Called with a number and a code; your program sends the message. Sign-in by phone needs it.',
  blocking: 'Before accounts and sign-ins',
  blockingText: 'Asked first, within seven seconds: your program says yes, no, or yes with changes. No answer is a no.',
  url: 'Address',
  urlHelp: 'https, and not in a private network.',
  urlInvalid: 'This is not a web address. It begins with https://.',
  events: 'Asked before',
  beforeCreate: 'an account is made',
  beforeSignIn: 'a session begins',
  noEvent: 'Choose at least one of the two.',
  save: 'Save',
  saved: 'Webhook saved',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeText: 'It isn’t called any more, from now on.',
  removed: 'Webhook removed',
  secretTitle: 'Keep the secret now',
  secretText:
    'Calls are signed with it (Standard Webhooks), so that your program knows them. It isn’t shown again, and the one before is void.',
  secret: 'Secret',
  kept: 'I have kept it',
})
