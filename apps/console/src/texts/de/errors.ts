import type { errorTexts } from '../en/errors.ts'

export const errors: typeof errorTexts = {
  emailInUse: 'Ein Konto mit dieser Adresse gibt es schon.',
  phoneInUse: 'Ein Konto mit dieser Nummer gibt es schon.',
  invalidPhone: 'Das ist keine Telefonnummer. Sie sieht aus wie +4930123456.',
  uidInUse: 'Ein Konto mit dieser Benutzerkennung gibt es schon.',
  invalidUid: 'Eine Benutzerkennung hat 1 bis 128 Zeichen.',
  userGone: 'Diesen Benutzer gibt es nicht mehr. Vielleicht hat jemand das Konto gelöscht.',
  invalidCredential: 'E-Mail oder Passwort stimmt nicht. Versuchen Sie es erneut.',
  invalidEmail: 'Das ist keine E-Mail-Adresse. Sie sieht aus wie name@example.com.',
  commonPassword: 'Dieses Passwort raten alle zuerst. Wählen Sie ein anderes.',
  missingPassword: 'Das Passwort fehlt.',
  tooManyRequests: (seconds) =>
    `Zu viele Versuche. Der nächste ist in ${seconds === 1 ? 'einer Sekunde' : waitText(seconds)} möglich.`,
  popupBlocked:
    'Der Browser hat das Anmeldefenster blockiert. Erlauben Sie dieser Seite Pop-ups und öffnen Sie es dann erneut.',
  providerUnreachable: (provider) =>
    `${provider} ist von diesem Server aus gerade nicht zu erreichen. Versuchen Sie es gleich noch einmal, oder melden Sie sich anders an.`,
  recentLogin: 'Das verlangt eine frische Anmeldung. Bestätigen Sie, dass Sie es sind; dann geht es von selbst weiter.',
  passwordPolicy: 'Das Passwort erfüllt noch nicht jede Regel dieses Servers.',
  unreachable: 'Der Server ist nicht zu erreichen. Nichts wurde geändert, und was Sie getippt haben, bleibt.',
  userDisabled: 'Jemand, der diese Konsole betreut, hat dieses Konto gesperrt. Fragen Sie den Eigentümer des Servers.',
  sessionEnded: 'Die Sitzung wurde auf dem Server beendet. Melden Sie sich erneut an.',
  linkFirst:
    'Ein Konto mit dieser Adresse meldet sich anders an. Melden Sie sich zuerst so an und verknüpfen Sie dann dieses.',
  secondFactor: 'Dieses Konto verlangt einen zweiten Faktor. Geben Sie den Code Ihrer Authentifizierungs-App ein.',
  linkOver: 'Dieser Link wurde schon benutzt, ist zu alt, oder ein neuerer trat an seine Stelle.',
  wrongCode: 'Der Code stimmt nicht. Warten Sie in Ihrer Authentifizierungs-App auf den nächsten und nehmen Sie den.',
  signInOver: 'Diese Anmeldung hat zu lange gedauert. Beginnen Sie von vorn.',
  linkedElsewhere:
    'Diese Anmeldung gehört zu einem anderen Konto dieses Servers. Lösen Sie sie zuerst dort, oder wählen Sie eine andere.',
  linkedAlready: 'Ihr Konto hat so eine schon.',
  passkeyOnDevice:
    'Dieses Gerät hat schon einen Passkey eines Kontos hier. Wählen Sie ein anderes Gerät oder entfernen Sie zuerst diesen.',
  passkeyRefused: 'Dieser Browser kann hier keine Passkeys anlegen oder benutzen.',
  passkeyUnknown:
    'Kein Konto hat diesen Passkey mehr. Melden Sie sich anders an und fügen Sie unter Konto einen neuen hinzu.',
  passkeyGone: 'Dieser Passkey ist schon entfernt.',
  tooManyPasskeys: 'Ein Konto hat höchstens zehn Passkeys. Entfernen Sie zuerst einen.',
  passkeyInvalid: 'Der Passkey wurde nicht angenommen, vielleicht dauerte es zu lange. Versuchen Sie es noch einmal.',
  tooManyFactors: 'Ein Konto hat höchstens fünf zweite Faktoren. Entfernen Sie zuerst einen.',
  unverifiedEmail: 'Das verlangt eine bestätigte E-Mail-Adresse. Bestätigen Sie zuerst Ihre.',
  unsupportedFirstFactor:
    'Ein zweiter Faktor gehört zu einer Anmeldung mit Passwort, Mail oder Anbieter. Melden Sie sich zuerst so an.',
  unauthorizedDomain:
    'Diese Adresse gehört nicht zu den zugelassenen Domains des Projekts. Ein Eigentümer kann sie unter Einstellungen hinzufügen.',
  needsHttps: 'Diese Art der Anmeldung braucht https oder einen Server auf diesem Rechner.',
  switchedOff:
    'Dieser Weg ist für dieses Projekt abgeschaltet. Wählen Sie einen anderen, oder bitten Sie einen Eigentümer, ihn einzuschalten.',
  signInAgain:
    'Die Sitzung ist zu Ende. Die Übertragung geht mit der nächsten von selbst weiter; melden Sie sich an, wenn Sie gefragt werden.',
  fileDenied:
    'Die Regeln oder Ihre Rolle erlauben das für diese Datei nicht. Fragen Sie einen Eigentümer des Projekts.',
  quota:
    'Der Speicher ist voll, oder die Datei ist größer, als dieser Server annimmt. Löschen Sie Dateien, oder bitten Sie den Eigentümer des Servers um eine höhere Grenze; versuchen Sie es dann erneut.',
  quotaOf: (used, limit, size) =>
    `Die Dateien dieses Projekts belegen ${used} von ${limit}, und neben anderen Uploads ist kein Platz für ${size}. Löschen Sie Dateien, oder bitten Sie den Eigentümer des Servers um einen höheren HEARTH_STORAGE_QUOTA; setzen Sie dann fort.`,
  fileTooLarge: (limit) =>
    `Der Server nimmt Dateien bis ${limit} an. Sein Eigentümer kann HEARTH_UPLOAD_LIMIT erhöhen.`,
  diskFull:
    'Die Festplatte des Servers ist fast voll und nimmt keine Dateien mehr an. Bitten Sie den Eigentümer des Servers, Platz zu schaffen; setzen Sie dann fort.',
  fileGone: 'Diese Datei gibt es nicht mehr: Jemand hat sie gelöscht.',
  uploadCancelled: 'Abgebrochen. Nichts blieb zurück.',
  uploadFailed: 'Die Übertragung gab nach vielen Versuchen auf. Nichts wurde gespeichert; versuchen Sie es erneut.',
  tooManyLinks:
    'Eine Datei hat nur eine bestimmte Zahl von Links zugleich. Widerrufen Sie einen und machen Sie dann einen neuen.',
  denied:
    'Mit Ihrer Rolle in diesem Projekt nicht erlaubt. Nichts wurde geändert. Fragen Sie einen Eigentümer des Projekts.',
  deniedHere: 'Nicht erlaubt. Nichts wurde geändert.',
  foreignAnswer:
    'Etwas zwischen diesem Browser und dem Server hat an seiner Stelle geantwortet, etwa ein Proxy. Versuchen Sie es wieder, wenn es die Konsole durchlässt; was Sie getippt haben, bleibt.',
  noAnswer:
    'Nicht gespeichert: Der Server antwortet gerade nicht. Versuchen Sie es wieder, wenn er es tut; was Sie getippt haben, bleibt.',
  unavailable:
    'Der Server antwortet gerade nicht. Was Sie sehen, ist vielleicht veraltet; Änderungen an Dokumenten warten in diesem Tab.',
  notFound: 'Es ist nicht mehr da. Vielleicht hat es jemand eben gelöscht.',
  alreadyExists: 'Etwas mit diesem Namen gibt es schon. Wählen Sie einen anderen.',
  failedPrecondition: 'Der jetzige Zustand erlaubt das nicht. Laden Sie neu und sehen Sie, was sich geändert hat.',
  aborted: 'Jemand hat im selben Augenblick dasselbe geändert. Nichts wurde gespeichert. Versuchen Sie es erneut.',
  resourceExhausted: 'Eine Grenze des Servers ist erreicht. Warten Sie eine Minute und versuchen Sie es dann erneut.',
  invalidArgument: 'Der Server nimmt diesen Wert nicht an. Nichts wurde gespeichert.',
  deadlineExceeded:
    'Es hat zu lange gedauert, und ob es geschah, ist nicht bekannt. Sehen Sie nach, bevor Sie es erneut versuchen.',
  unauthenticated: 'Die Sitzung ist zu Ende. Melden Sie sich erneut an.',
  unimplemented: 'Diese Version des Servers kann das noch nicht.',
  cancelled: 'Es wurde abgebrochen, bevor es fertig war.',
  signUpClosed: 'Dieser Server nimmt neue Konten nur auf Einladung an. Fragen Sie den Eigentümer des Servers.',
  userMismatch: 'Das ist ein anderes Konto als das, mit dem Sie angemeldet sind.',
  server:
    'Der Server hatte selbst einen Fehler. Dass etwas gespeichert wurde, ist nicht bekannt. Sein Protokoll hat den Grund unter der Anfragenummer.',
  unknown:
    'Es gelang nicht, aus einem Grund, den diese Konsole nicht kennt. In den Einzelheiten steht, was der Server sagte.',
  setupCodeInvalid: 'Das ist nicht der Einrichtungscode. Der Server schrieb ihn beim Start auf.',
  setupCodeExpired: 'Dieser Einrichtungscode ist zu alt. Starten Sie den Server neu, und er schreibt einen neuen auf.',
  setupInProgress: 'Dieser Einrichtungscode wird gerade benutzt. Versuchen Sie es erneut, oder melden Sie sich an.',
  setupDone: 'Dieser Server hat schon einen Eigentümer. Melden Sie sich stattdessen an.',
  invitationInvalid:
    'Diese Einladung wurde widerrufen, gilt für eine andere Adresse, oder ein neuerer Link trat an ihre Stelle. Fragen Sie einen Eigentümer des Projekts.',
  invitationOver:
    'Diese Einladung wurde angenommen, oder ihre Zeit ist vorbei. Bitten Sie einen Eigentümer um eine neue.',
  lastOwner: 'Sie sind der einzige Eigentümer dieses Projekts. Machen Sie zuerst jemand anderen dazu.',
  lastServerOwner: 'Das ist das einzige Konto, das den Server betreibt. Machen Sie zuerst ein anderes zum Eigentümer.',
  teamFull: 'Ein Projekt hat höchstens 200 Mitglieder. Entfernen Sie zuerst jemanden.',
  projectExists: 'Ein Projekt mit dieser Kennung gibt es auf diesem Server. Wählen Sie eine andere.',
  bucketTaken: 'Ein anderes Projekt hat einen Bucket dieses Namens. Wählen Sie einen anderen Namen.',
  notAMember: 'Sie gehören nicht zu diesem Projekt, oder es gibt es nicht. Fragen Sie einen seiner Eigentümer.',
  serverOwnerOnly: 'Nur der Eigentümer dieses Servers legt Projekte an.',
  ofReads: {
    unreachable: 'Der Server ist nicht zu erreichen. Versuchen Sie es wieder, wenn er antwortet.',
    denied: 'Mit Ihrer Rolle in diesem Projekt nicht erlaubt. Fragen Sie einen Eigentümer des Projekts.',
    noAnswer: 'Der Server antwortet gerade nicht. Versuchen Sie es wieder, wenn er es tut.',
    foreignAnswer:
      'Etwas zwischen diesem Browser und dem Server hat an seiner Stelle geantwortet, etwa ein Proxy. Versuchen Sie es wieder, wenn es die Konsole durchlässt.',
    aborted: 'Etwas kam dazwischen. Versuchen Sie es erneut.',
    invalidArgument: 'Der Server nimmt diese Frage nicht an.',
    deadlineExceeded: 'Es hat zu lange gedauert. Versuchen Sie es gleich noch einmal.',
    server: 'Der Server hatte selbst einen Fehler. Sein Protokoll hat den Grund unter der Anfragenummer.',
  },
}

function waitText(seconds: number): string {
  return seconds < 120 ? `${seconds} Sekunden` : `${Math.ceil(seconds / 60)} Minuten`
}
