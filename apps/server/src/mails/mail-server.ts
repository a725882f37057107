import type { MailSecurity } from '@hearth/api'
import type { SmtpOptions } from './mail-transport.ts'

/** A mail server as it is set on screen. */
export interface MailServer {
  readonly host: string
  readonly port: number
  readonly security: MailSecurity
  readonly user?: string | undefined
  readonly password?: string | undefined
  /** `Name <address>` or an address. */
  readonly sender: string
  readonly replyTo?: string | undefined
}

const securityOptions: Readonly<Record<MailSecurity, string>> = {
  starttls: '?requireTLS=true',
  tls: '',
  none: '?ignoreTLS=true',
}

export function smtpOptionsOf({ host, port, security, user, password, sender, replyTo }: MailServer): SmtpOptions {
  const scheme = security === 'tls' ? 'smtps' : 'smtp'
  const credentials = user === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`
  return { smtpUrl: `${scheme}://${credentials}${host}:${port}/${securityOptions[security]}`, from: sender, replyTo }
}

/** Whether a password that was given for one is sent to the same place in the same way by the other. */
export function isSameConnection(one: MailServer, other: MailServer): boolean {
  return (
    one.host === other.host && one.port === other.port && one.security === other.security && one.user === other.user
  )
}
