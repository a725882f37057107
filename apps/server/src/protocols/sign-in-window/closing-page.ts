import { createHash } from 'node:crypto'
import { plainPage, plainPageHeaders } from '../../html/plain-page.ts'

/** The last page of a window: its one script hands over what it is given and goes. */
export interface ClosingPage<Message extends object> {
  /** Those of a plain page, which this is but for its one script. */
  readonly headers: Readonly<Record<string, string>>
  render(message: Message): string
}

/** `script` finds the message as `message`; `sentence` is what is read where it could not do its work. */
export function closingPage<Message extends object>(
  script: string,
  sentence = 'You can close this window.',
): ClosingPage<Message> {
  const whole = `
const message = JSON.parse(document.getElementById('message').textContent)
${script}`
  const hash = createHash('sha256').update(whole).digest('base64')
  const policy = `${plainPageHeaders['content-security-policy']}; script-src 'sha256-${hash}'`
  return {
    headers: { ...plainPageHeaders, 'content-security-policy': policy },
    render: (message) =>
      plainPage(
        'Signing in',
        `<p>${sentence}</p>
<script type="application/json" id="message">${JSON.stringify(message).replaceAll('<', '\\u003c')}</script>
<script>${whole}</script>`,
      ),
  }
}
