import type { AlertFigures, AlertKind, AlertLanguage } from '@hearth/api'
import type { Notice } from '../mails/render-mail.ts'
import type { AlertEvent, Incident } from './incident.ts'

/** What a mail about an incident is made of. */
export interface AlertNotice {
  readonly event: AlertEvent
  readonly incident: Pick<Incident, 'kind' | 'since' | 'endedAt' | 'figures'>
  /** What the project is called; undefined: it is about the server. */
  readonly projectName: string | undefined
  /** Of the screen that shows it. */
  readonly link: string | undefined
}

/** The sentences of the mails in one language. `who` is a project's name, or what the server is called. */
interface AlertLanguageTexts {
  readonly locale: string
  readonly server: string
  readonly subjects: Readonly<Record<AlertKind, (who: string) => string>>
  readonly prefixes: Readonly<Record<Exclude<AlertEvent, 'opened'>, string>>
  readonly found: Readonly<Record<AlertKind, (figures: Shown) => string>>
  readonly advice: Readonly<Record<AlertKind, string>>
  readonly since: (time: string) => string
  readonly lasted: (from: string, until: string) => string
  readonly test: { readonly subject: (who: string) => string; readonly text: string }
}

/** The figures as they are read. */
interface Shown {
  readonly number: (name: keyof AlertFigures) => string
  readonly bytes: (name: keyof AlertFigures) => string
  readonly share: (name: keyof AlertFigures) => string
  readonly projects: string
}

const languages: Readonly<Record<AlertLanguage, AlertLanguageTexts>> = {
  en: {
    locale: 'en',
    server: 'your Hearth server',
    subjects: {
      'denial-spike': (who) => `${who}: many more requests are denied than usual`,
      'failed-backup': (who) => `${who}: the nightly backup was not made`,
      'low-disk': (who) => `${who}: the disk is nearly full`,
      'full-disk': (who) => `${who}: the disk is full`,
      'error-rate': (who) => `${who}: many answers fail`,
    },
    prefixes: { reminder: 'Still', ended: 'Over' },
    found: {
      'denial-spike': ({ number, share }) =>
        `${number('denied')} of ${number('requests')} requests were denied within ten minutes. Usual are ${share('usualShare')}.`,
      'failed-backup': ({ number, projects }) =>
        projects === ''
          ? 'The nightly backup of the project failed. It is tried again every hour.'
          : `Nightly backups that failed: ${number('failedCount')}. Projects: ${projects}. They are tried again every hour.`,
      'low-disk': ({ bytes }) =>
        `${bytes('freeBytes')} of ${bytes('totalBytes')} are free where the server keeps its data.`,
      'full-disk': ({ bytes }) =>
        `${bytes('freeBytes')} of ${bytes('totalBytes')} are free where the server keeps its data. Apps can not write documents and files any more.`,
      'error-rate': ({ number }) =>
        `${number('failed')} of ${number('answers')} answers failed within ten minutes (status 500 and above).`,
    },
    advice: {
      'denial-spike':
        'New rules, a new version of an app, or somebody who tries things out may be why. The requests page shows which line denies them.',
      'failed-backup': 'The log of the server says why. Often the disk of the backups is full or gone.',
      'low-disk': 'Make room, or move the data folder to a larger disk.',
      'full-disk': 'Make room now.',
      'error-rate': 'The log of the server says why.',
    },
    since: (time) => `Since ${time}.`,
    lasted: (from, until) => `It began at ${from} and was over at ${until}.`,
    test: {
      subject: (who) => `${who}: a test of the alerts`,
      text: 'This is the test mail that you asked for in the console. Alerts reach this address.',
    },
  },
  de: {
    locale: 'de',
    server: 'Ihr Hearth-Server',
    subjects: {
      'denial-spike': (who) => `${who}: viel mehr Anfragen werden abgelehnt als üblich`,
      'failed-backup': (who) => `${who}: die nächtliche Sicherung ist fehlgeschlagen`,
      'low-disk': (who) => `${who}: die Festplatte ist fast voll`,
      'full-disk': (who) => `${who}: die Festplatte ist voll`,
      'error-rate': (who) => `${who}: viele Antworten schlagen fehl`,
    },
    prefixes: { reminder: 'Weiterhin', ended: 'Vorbei' },
    found: {
      'denial-spike': ({ number, share }) =>
        `${number('denied')} von ${number('requests')} Anfragen wurden innerhalb von zehn Minuten abgelehnt. Üblich sind ${share('usualShare')}.`,
      'failed-backup': ({ number, projects }) =>
        projects === ''
          ? 'Die nächtliche Sicherung des Projekts ist fehlgeschlagen. Sie wird stündlich erneut versucht.'
          : `Fehlgeschlagene nächtliche Sicherungen: ${number('failedCount')}. Projekte: ${projects}. Sie werden stündlich erneut versucht.`,
      'low-disk': ({ bytes }) =>
        `Wo der Server seine Daten ablegt, sind noch ${bytes('freeBytes')} von ${bytes('totalBytes')} frei.`,
      'full-disk': ({ bytes }) =>
        `Wo der Server seine Daten ablegt, sind noch ${bytes('freeBytes')} von ${bytes('totalBytes')} frei. Apps können keine Dokumente und Dateien mehr schreiben.`,
      'error-rate': ({ number }) =>
        `${number('failed')} von ${number('answers')} Antworten sind innerhalb von zehn Minuten fehlgeschlagen (Status 500 und höher).`,
    },
    advice: {
      'denial-spike':
        'Neue Regeln, eine neue Version einer App oder jemand, der etwas ausprobiert, können der Grund sein. Die Seite „Anfragen“ zeigt, welche Zeile ablehnt.',
      'failed-backup':
        'Das Protokoll des Servers nennt den Grund. Oft ist der Datenträger der Sicherungen voll oder nicht da.',
      'low-disk': 'Schaffen Sie Platz, oder verlegen Sie den Datenordner auf eine größere Festplatte.',
      'full-disk': 'Schaffen Sie jetzt Platz.',
      'error-rate': 'Das Protokoll des Servers nennt den Grund.',
    },
    since: (time) => `Seit ${time}.`,
    lasted: (from, until) => `Beginn ${from}, Ende ${until}.`,
    test: {
      subject: (who) => `${who}: ein Test der Alarme`,
      text: 'Das ist die Testmail, die Sie in der Konsole angefordert haben. Alarme erreichen diese Adresse.',
    },
  },
}

/** A mail about an incident: no content of the project is in it. */
export function alertNotice({ event, incident, projectName, link }: AlertNotice, language: AlertLanguage): Notice {
  const texts = languages[language]
  const { kind, since, endedAt, figures } = incident
  const subject = texts.subjects[kind](projectName ?? (event === 'opened' ? capital(texts.server) : texts.server))
  const time = (ms: number): string => formatTime(ms, texts.locale)
  const isOver = event === 'ended' && endedAt !== undefined
  return {
    language,
    subject: event === 'opened' ? subject : `${texts.prefixes[event]}: ${subject}`,
    paragraphs: [
      texts.found[kind](shown(figures, texts.locale)),
      isOver ? texts.lasted(time(since), time(endedAt)) : texts.since(time(since)),
      ...(isOver ? [] : [texts.advice[kind]]),
    ],
    link,
  }
}

export function testNotice(projectName: string | undefined, link: string | undefined, language: AlertLanguage): Notice {
  const { test, server } = languages[language]
  return { language, subject: test.subject(projectName ?? capital(server)), paragraphs: [test.text], link }
}

/** Of the machine's zone, which is named: a mail is read anywhere. */
function formatTime(ms: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(ms)
}

function shown(figures: AlertFigures, locale: string): Shown {
  const valueOf = (name: keyof AlertFigures): number => {
    const value = figures[name]
    return typeof value === 'number' ? value : 0
  }
  const format = (value: number, options: Intl.NumberFormatOptions): string =>
    new Intl.NumberFormat(locale, options).format(value)
  return {
    number: (name) => format(valueOf(name), {}),
    bytes: (name) => `${format(valueOf(name) / 1024 ** 3, { maximumSignificantDigits: 3 })} GiB`,
    share: (name) => format(valueOf(name), { style: 'percent', maximumFractionDigits: 1 }),
    projects: (figures.projects ?? []).join(', '),
  }
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
