import { mailKinds } from '@hearth/api'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtInLanguages } from './languages/built-in.ts'
import { templateOf } from './languages/mail-language.ts'
import { type MailTemplate, type MailValues, parseMailTemplate } from './mail-template.ts'
import { renderMail, textOfHtml } from './render-mail.ts'

const values: MailValues = {
  DISPLAY_NAME: 'Ada',
  APP_NAME: 'Shop & Co',
  LINK: 'https://x.example/action?mode=a&oobCode=b',
  EMAIL: 'ada@example.com',
  NEW_EMAIL: 'lovelace@example.com',
}
const template: MailTemplate = {
  subject: 'Hello %DISPLAY_NAME%, from %APP_NAME%',
  body: '<p>Hello %DISPLAY_NAME%,</p><p><a href="%LINK%">Go</a> as %EMAIL%</p>',
}

describe('a mail', () => {
  it('has its values in both forms, escaped where they stand in HTML', () => {
    const mail = renderMail(template, 'en', values)
    expect(mail.subject).toBe('Hello Ada, from Shop & Co')
    expect(mail.html).toContain('<a href="https://x.example/action?mode=a&amp;oobCode=b">Go</a> as ada@example.com')
    expect(mail.text).toBe('Hello Ada,\n\nGo https://x.example/action?mode=a&oobCode=b as ada@example.com\n')
  })

  it('never takes a value for HTML, a placeholder or a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (name) => {
        const { html, subject } = renderMail({ ...template, body: '<i>%APP_NAME%</i>' }, 'en', {
          ...values,
          APP_NAME: name,
        })
        expect(/<i>([^]*)<\/i>/.exec(html)?.[1] ?? '').not.toMatch(/[<>"']/)
        expect(subject).not.toMatch(/[\r\n]/)
      }),
    )
    const tricky = renderMail(template, 'en', { ...values, DISPLAY_NAME: '%LINK%<b>', APP_NAME: 'a\r\nBcc: b' })
    expect(tricky.html).toContain('Hello %LINK%&lt;b&gt;,')
    expect(tricky.subject).toBe('Hello %LINK%<b>, from a Bcc: b')
  })

  it('A9 header and text of its own: a name stays in its line, in headers and in both bodies', () => {
    const name = 'Ada\r\nBcc: eve\r\n\r\nCall +1 555 0100\u2028\u202Enow'
    const mail = renderMail({ ...template, senderName: '%DISPLAY_NAME%' }, 'en', { ...values, DISPLAY_NAME: name })
    expect(mail.subject).toBe('Hello Ada Bcc: eve Call +1 555 0100 now, from Shop & Co')
    expect(mail.senderName).toBe('Ada Bcc: eve Call +1 555 0100 now')
    expect(mail.text.split('\n')[0]).toBe('Hello Ada Bcc: eve Call +1 555 0100 now,')
    expect(mail.html).toContain('<p>Hello Ada Bcc: eve Call +1 555 0100 now,</p>')
  })

  it.each(['', 'visit https://evil.example', 'www.evil.example', 'evil.com', 'me@evil', 'x'.repeat(81)])(
    'greets nobody by the name "%s"',
    (name) => {
      const mail = renderMail(template, 'en', { ...values, DISPLAY_NAME: name })
      expect(mail.subject).toBe('Hello, from Shop & Co')
      expect(mail.text).toMatch(/^Hello,\n/)
    },
  )
})

describe('the text of a page', () => {
  it('has its paragraphs, its links and nothing that is not for reading', () => {
    const page = `<!doctype html><html><head><title>T</title><style>p > a { x: 1 }</style></head>
      <body><h1>Title</h1><p>One<br>two &amp; three&nbsp;&#8364; <a href='https://a.example/?x=1&amp;y'>here</a>.</p>
      <script>alert("<p>")</script><ul><li>a</li><li>b</li></ul></body>`
    expect(textOfHtml(page)).toBe('Title\n\nOne\ntwo & three € here https://a.example/?x=1&y.\n\na\nb\n')
  })

  it('comes of any text in time that grows with it alone', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (html) => textOfHtml(html).endsWith('\n')))
    for (const part of ['<', '<a href="', '&#', '<p ', ' \n']) expect(textOfHtml(part.repeat(200_000))).toBeTruthy()
  })
})

describe.each([...builtInLanguages])('the mails in %s', (language, texts) => {
  it.each(mailKinds)('tell of %s everything that it takes', (kind) => {
    const builtIn = templateOf(texts, kind)
    expect(() => parseMailTemplate(builtIn)).not.toThrow()
    const mail = renderMail(builtIn, language, values)
    expect(mail.html).toContain(`<html lang="${language}">`)
    expect(mail.text).toContain(values.LINK)
    expect(mail.text).toContain('Ada')
    expect(mail.subject).toContain('Shop & Co')
    expect(mail.text).not.toMatch(/%|undefined|<|&amp;/)
    if (kind === 'RECOVER_EMAIL' || kind === 'VERIFY_AND_CHANGE_EMAIL') expect(mail.text).toContain(values.NEW_EMAIL)
  })
})

describe('a template', () => {
  it.each([
    ['no subject', { subject: ' ' }, 'subject'],
    ['a subject of two lines', { subject: 'a\r\nBcc: b@example.com' }, 'subject'],
    ['a subject of 201 characters', { subject: 'x'.repeat(201) }, 'subject'],
    ['no link', { body: '<p>Hello</p>' }, 'body'],
    ['a body that is too long', { body: `%LINK%${'x'.repeat(32 * 1024)}` }, 'body'],
    ['a placeholder that there is not', { body: '%LINK% %PASSWORD%' }, 'body'],
    ['a sender that breaks out', { senderName: 'Shop" <evil@example.com>' }, 'senderName'],
    ['a reply address that is none', { replyTo: 'nobody' }, 'replyTo'],
  ])('is refused with %s', (_case, change, field) => {
    expect(() => parseMailTemplate({ ...template, ...change })).toThrow(
      expect.objectContaining({
        reason: 'INVALID_MAIL_TEMPLATE',
        details: { fields: { [field]: expect.any(String) as string } },
      }),
    )
  })
})
