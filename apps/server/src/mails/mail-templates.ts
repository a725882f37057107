import { mailKinds } from '@hearth/api'
import { StatusError } from '@hearth/model'
import type { ActionKind } from '../identity/messages/action-codes.ts'
import type { ActionMail, MailKind } from '../identity/messages/action-mails.ts'
import { projectOf } from '../identity/realm.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import { builtInLanguages, USUAL_LANGUAGE } from './languages/built-in.ts'
import { templateOf } from './languages/mail-language.ts'
import { type MailTemplate, type MailValues, parseMailTemplate } from './mail-template.ts'
import { type RenderedMail, renderMail } from './render-mail.ts'

/** A template of a project: its own, or the one that comes with the server. */
export interface ListedTemplate extends MailTemplate {
  readonly kind: ActionKind
  readonly language: string
  readonly isCustom: boolean
}

/** As kept in the space `mail-template`, under `<kind>/<language>`; and under `settings`. */
const SPACE = 'mail-template'
const SETTINGS_KEY = 'settings'

interface MailSettings {
  readonly defaultLanguage: string
}

const CUSTOM_MAX = 250
/** Stands in for an account where there is none. */
const sample: MailValues = {
  DISPLAY_NAME: 'Ada',
  APP_NAME: '',
  LINK: 'https://example.com/action?mode=action&oobCode=code',
  EMAIL: 'ada@example.com',
  NEW_EMAIL: 'lovelace@example.com',
}

/**
 * What mails say, for each project, kind and language. A mail is written in the language that its request wished for, else in the
 * project's, else in English; of a language the project's own template comes first, and `de-AT` makes do with `de`.
 */
export class MailTemplates {
  readonly #storeOf: (project: string) => Promise<ProjectStore>
  readonly #nameOf: (project: string) => Promise<string>
  readonly #sender: 'project' | 'server'

  /**
   * `nameOf` answers what the users of a project know it as. `sender`: whose sender name and reply address mails have, the templates' or
   * always the server's.
   */
  constructor(options: {
    storeOf: (project: string) => Promise<ProjectStore>
    nameOf: (project: string) => Promise<string>
    sender: 'project' | 'server'
  }) {
    this.#storeOf = options.storeOf
    this.#nameOf = options.nameOf
    this.#sender = options.sender
  }

  /** All that there are, the project's own ones in place of those of the server. */
  async list(
    project: string,
  ): Promise<{ defaultLanguage: string; sender: 'project' | 'server'; templates: ListedTemplate[] }> {
    const store = await this.#storeOf(project)
    const records = await store.read((snapshot) =>
      snapshot.listRecords(SPACE, {}, { limit: CUSTOM_MAX + 1, reverse: false }),
    )
    const templates = new Map<string, ListedTemplate>()
    for (const kind of mailKinds) {
      for (const [language, texts] of builtInLanguages) {
        templates.set(keyOf(kind, language), { kind, language, isCustom: false, ...templateOf(texts, kind) })
      }
    }
    for (const { key, value } of records) {
      const [kind, language] = key.split('/') as [ActionKind, string | undefined]
      if (language === undefined) continue
      templates.set(key, { kind, language, isCustom: true, ...(JSON.parse(value) as MailTemplate) })
    }
    const { defaultLanguage } = await this.#settings(store)
    return { defaultLanguage, sender: this.#sender, templates: [...templates.values()] }
  }

  /** Throws what `parseMailTemplate` and `parseLanguageTag` throw, and `resource-exhausted`/`TOO_MANY_TEMPLATES`. */
  async set(project: string, kind: ActionKind, language: string, given: MailTemplate): Promise<ListedTemplate> {
    const template = this.#parse(given)
    const tag = parseLanguageTag(language)
    const store = await this.#storeOf(project)
    const key = keyOf(kind, tag)
    if ((await store.getRecord(SPACE, key)) === undefined) await refuseBeyondLimit(store)
    await store.commit({ records: [{ space: SPACE, key, value: JSON.stringify(template) }] })
    return { kind, language: tag, isCustom: true, ...template }
  }

  /** Goes back to the server's own template, or to none. */
  async reset(project: string, kind: ActionKind, language: string): Promise<void> {
    const store = await this.#storeOf(project)
    await store.commit({ records: [{ space: SPACE, key: keyOf(kind, parseLanguageTag(language)), value: undefined }] })
  }

  /** The language of mails whose request wished for none that there is. */
  async setDefaultLanguage(project: string, language: string): Promise<void> {
    const settings: MailSettings = { defaultLanguage: parseLanguageTag(language) }
    const store = await this.#storeOf(project)
    await store.commit({ records: [{ space: SPACE, key: SETTINGS_KEY, value: JSON.stringify(settings) }] })
  }

  /** A mail as it would be sent to somebody; `draft` stands in for the template that there is. Throws as `set`. */
  async preview(
    project: string,
    kind: ActionKind,
    language: string,
    draft?: MailTemplate,
  ): Promise<RenderedMail & { readonly language: string }> {
    const tag = parseLanguageTag(language)
    const found = draft === undefined ? await this.#find(project, kind, tag) : undefined
    const template = found?.template ?? this.#parse(draft as MailTemplate)
    const used = found?.language ?? tag
    const values = { ...sample, APP_NAME: await this.#nameOf(project) }
    return { language: used, ...renderMail(template, used, values) }
  }

  /** The mail to its receiver. */
  async render(realm: string, mail: ActionMail): Promise<RenderedMail> {
    const project = projectOf(realm)
    const { template, language } = await this.#find(project, mail.kind, mail.locale)
    return renderMail(template, language, {
      DISPLAY_NAME: mail.displayName ?? '',
      APP_NAME: mail.appName ?? (await this.#nameOf(project)),
      LINK: mail.link,
      EMAIL: mail.email,
      NEW_EMAIL: mail.newEmail ?? '',
    })
  }

  #parse(given: MailTemplate): MailTemplate {
    const template = parseMailTemplate(given)
    if (this.#sender === 'server') refuseOwnSender(template)
    return template
  }

  async #find(
    project: string,
    kind: MailKind,
    wish: string | undefined,
  ): Promise<{ template: MailTemplate; language: string }> {
    const store = await this.#storeOf(project)
    const { defaultLanguage } = await this.#settings(store)
    const wished = wish === undefined ? undefined : findLanguageTag(wish)
    const wanted = [wished, defaultLanguage, USUAL_LANGUAGE].filter((tag) => tag !== undefined)
    for (const language of new Set(wanted.flatMap(lessSpecificTags))) {
      const record = await store.getRecord(SPACE, keyOf(kind, language))
      if (record !== undefined) {
        const { subject, body, ...sender } = JSON.parse(record.value) as MailTemplate
        return { template: { subject, body, ...(this.#sender === 'project' && sender) }, language }
      }
      const builtIn = builtInLanguages.get(language)
      if (builtIn !== undefined) return { template: templateOf(builtIn, kind), language }
    }
    throw new Error('there is no English')
  }

  async #settings(store: ProjectStore): Promise<MailSettings> {
    const record = await store.getRecord(SPACE, SETTINGS_KEY)
    return record === undefined ? { defaultLanguage: USUAL_LANGUAGE } : (JSON.parse(record.value) as MailSettings)
  }
}

function keyOf(kind: MailKind, language: string): string {
  return `${kind}/${language}`
}

function refuseOwnSender({ senderName, replyTo }: MailTemplate): void {
  const text = 'The operator of this server decides who mails are from.'
  const fields = {
    ...(senderName !== undefined && { senderName: text }),
    ...(replyTo !== undefined && { replyTo: text }),
  }
  if (Object.keys(fields).length === 0) return
  throw new StatusError('invalid-argument', 'INVALID_MAIL_TEMPLATE', text, { details: { fields } })
}

async function refuseBeyondLimit(store: ProjectStore): Promise<void> {
  const records = await store.read((snapshot) => snapshot.listRecords(SPACE, {}, { limit: CUSTOM_MAX, reverse: false }))
  if (records.length < CUSTOM_MAX) return
  throw new StatusError(
    'resource-exhausted',
    'TOO_MANY_TEMPLATES',
    `A project has at most ${CUSTOM_MAX} mail templates.`,
  )
}

/**
 * A language tag in its usual form, `de-AT` for `de_at` (BCP 47). Undefined for what is none: what an app sends along is only a wish.
 */
export function findLanguageTag(text: string): string | undefined {
  if (!/^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}$/.test(text)) return undefined
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0]
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Throws `invalid-argument`/`INVALID_LANGUAGE`. */
export function parseLanguageTag(text: string): string {
  const tag = findLanguageTag(text)
  if (tag === undefined) {
    throw new StatusError('invalid-argument', 'INVALID_LANGUAGE', 'A language is a tag such as en, pt-BR or zh-Hant.')
  }
  return tag
}

/** The tag and what it becomes with ever fewer parts: `zh-Hant-TW`, `zh-Hant`, `zh`. */
export function lessSpecificTags(tag: string): string[] {
  const parts = tag.split('-')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
}
