/** What docs/reference/configuration.md says of settings, by its own sentences, so that none is left behind when one changes. */
export const settingSentences: ReadonlyMap<string, string> = new Map([
  ['The port everything is on. 0 takes a free one.', 'Der Port, an dem alles ist. 0 nimmt einen freien.'],
  [
    'The address to listen on. `hearth dev` takes loopback addresses only.',
    'Die Adresse, an der der Server lauscht. `hearth dev` nimmt nur Adressen der eigenen Maschine.',
  ],
  ['The data folder. It is created when it is absent.', 'Der Datenordner. Er wird angelegt, wenn es ihn nicht gibt.'],
  [
    'The origin that clients reach this server by, such as https://backend.example.com. Links and uploads use it.',
    'Der Ursprung, unter dem Clients diesen Server erreichen, etwa https://backend.example.com. Links und Uploads nutzen ihn.',
  ],
  ['what each request names', 'was jede Anfrage nennt'],
  [
    'An origin of its own for files that browsers open as pages, such as https://files.example.com, which leads to this server too. Needs HEARTH_PUBLIC_URL.',
    'Ein eigener Ursprung für Dateien, die Browser als Seiten öffnen, etwa https://files.example.com, der auch zu diesem Server führt. Braucht HEARTH_PUBLIC_URL.',
  ],
  ['none: all is at one host', 'keiner: alles ist auf einem Host'],
  [
    'origins whose pages may call this server besides those of loopback addresses and HEARTH_PUBLIC_URL, with commas between.',
    'Ursprünge, deren Seiten diesen Server aufrufen dürfen, neben denen der eigenen Maschine und HEARTH_PUBLIC_URL, mit Kommas dazwischen.',
  ],
  ['none', 'keine'],
  [
    'The key that secrets in the data folder are sealed with, 32 bytes in base64, where it shall not be kept in the folder itself; better in the environment than in a flag.',
    'Der Schlüssel, mit dem Geheimnisse im Datenordner versiegelt sind, 32 Bytes in Base64, wenn er nicht im Ordner selbst liegen soll; besser in der Umgebung als in einem Schalter.',
  ],
  ['that of secrets.key in the data folder', 'der in secrets.key im Datenordner'],
  [
    'Take over a data folder that the other one of `hearth start` and `hearth dev` made, with all accounts in it. For one start.',
    'Einen Datenordner übernehmen, den der andere von `hearth start` und `hearth dev` angelegt hat, mit allen Konten darin. Für einen Start.',
  ],
  [
    'A certificate chain in PEM. With HEARTH_TLS_KEY the port speaks TLS.',
    'Eine Zertifikatskette in PEM. Mit HEARTH_TLS_KEY spricht der Port TLS.',
  ],
  ['The private key of the certificate, in PEM.', 'Der private Schlüssel des Zertifikats, in PEM.'],
  [
    'How many reverse proxies of yours stand in front; so many entries of X-Forwarded-For are believed.',
    'Wie viele eigene Reverse-Proxys davor stehen; so vielen Einträgen von X-Forwarded-For wird geglaubt.',
  ],
  [
    'Who may make an account for the console: those with an invitation, or anyone.',
    'Wer ein Konto der Konsole anlegen darf: wer eingeladen ist oder jeder.',
  ],
  ['invited; anyone with dev', 'wer eingeladen ist; mit dev jeder'],
  [
    'Who may create projects: the server owner, or every account of the console.',
    'Wer Projekte anlegen darf: der Eigentümer des Servers oder jedes Konto der Konsole.',
  ],
  [
    'the mail server that mails go out by, such as smtp://user:password@mail.example.com:587. Needs HEARTH_MAIL_FROM.',
    'Der Mailserver, über den Mails hinausgehen, etwa smtp://user:password@mail.example.com:587. Braucht HEARTH_MAIL_FROM.',
  ],
  ['no mails are sent', 'es werden keine Mails verschickt'],
  ['who mails are from, such as Hearth <hearth@example.com>.', 'Von wem Mails sind, etwa Hearth <hearth@example.com>.'],
  [
    'where answers to mails go whose template names no address, or with HEARTH_MAIL_SENDER=server.',
    'Wohin Antworten auf Mails gehen, deren Vorlage keine Adresse nennt, oder mit HEARTH_MAIL_SENDER=server.',
  ],
  ['to HEARTH_MAIL_FROM', 'an HEARTH_MAIL_FROM'],
  [
    'whose sender name and reply address mails have: those that a project writes in its templates, or always those of this server.',
    'Wessen Absendername und Antwortadresse Mails tragen: die, die ein Projekt in seine Vorlagen schreibt, oder immer die dieses Servers.',
  ],
  ['project; server with HEARTH_CREATE_PROJECTS=anyone', 'project; server mit HEARTH_CREATE_PROJECTS=anyone'],
  [
    'Lets people sign in by Google: the OAuth client whose redirect URI is <public URL>/__/auth/callback. Needs HEARTH_GOOGLE_CLIENT_SECRET.',
    'Lässt Leute sich mit Google anmelden: der OAuth-Client, dessen Redirect-URI <public URL>/__/auth/callback ist. Braucht HEARTH_GOOGLE_CLIENT_SECRET.',
  ],
  ['no sign-in by Google', 'keine Anmeldung mit Google'],
  [
    'The secret of that client; better in the environment than in a flag, which others on the machine can see.',
    'Das Geheimnis dieses Clients; besser in der Umgebung als in einem Schalter, den andere auf der Maschine sehen.',
  ],
  [
    'Sign-in providers that a project configures may be in a private network, under start also on this machine, where dev allows them anyway.',
    'Anmeldeanbieter, die ein Projekt einrichtet, dürfen in einem privaten Netz sein, unter start auch auf dieser Maschine, wo dev sie ohnehin zulässt.',
  ],
  [
    'Webhooks of projects may be in a private network, under start also on this machine, where dev allows them anyway; also over plain http.',
    'Webhooks von Projekten dürfen in einem privaten Netz sein, unter start auch auf dieser Maschine, wo dev sie ohnehin zulässt; auch über einfaches http.',
  ],
  ['the project that unknown API keys stand for.', 'Das Projekt, für das unbekannte API-Schlüssel stehen.'],
  [
    'GCLOUD_PROJECT, else that of .firebaserc, else demo-app',
    'GCLOUD_PROJECT, sonst das von .firebaserc, sonst demo-app',
  ],
  [
    'where firebase.json, firestore.rules, storage.rules and firestore.indexes.json are. They are read again when they are saved.',
    'Wo firebase.json, firestore.rules, storage.rules und firestore.indexes.json liegen. Sie werden neu gelesen, wenn sie gespeichert werden.',
  ],
  ['the working folder', 'der Arbeitsordner'],
  ['The largest file that can be stored, in bytes.', 'Die größte Datei, die gespeichert werden kann, in Bytes.'],
  [
    'How many bytes the files of each project may hold; 0 for no limit. From nine tenths on the log warns.',
    'Wie viele Bytes die Dateien eines Projekts haben dürfen; 0 für keine Grenze. Ab neun Zehnteln warnt das Protokoll.',
  ],
  ['no limit', 'keine Grenze'],
  [
    'How many accounts may be made in a project from one network address in an hour; who exceeds it waits for the end of that hour. 0 for no limit.',
    'Wie viele Konten in einem Projekt von einer Netzadresse aus in einer Stunde angelegt werden dürfen; wer darüber ist, wartet das Ende der Stunde ab. 0 für keine Grenze.',
  ],
  [
    'After how many failed sign-ins to an account from one network address, within ten minutes, each further one waits, and longer each time.',
    'Nach wie vielen misslungenen Anmeldungen an einem Konto von einer Netzadresse innerhalb von zehn Minuten jede weitere warten muss, jedes Mal länger.',
  ],
  [
    'After how many days without use the session of an account ends; 0 for not until it is revoked.',
    'Nach wie vielen Tagen ohne Benutzung die Sitzung eines Kontos endet; 0 für erst, wenn sie beendet wird.',
  ],
  [
    'For how many days earlier versions of documents, and those deleted, are kept and can be restored. A longer time takes more of the disk.',
    'Wie viele Tage lang frühere Versionen von Dokumenten, auch gelöschte, aufbewahrt werden und sich wiederherstellen lassen. Eine längere Zeit braucht mehr Platz auf der Platte.',
  ],
  [
    'After how many days without a sign of it an app installation is forgotten; 0 for never.',
    'Nach wie vielen Tagen ohne Lebenszeichen eine App-Installation vergessen wird; 0 für nie.',
  ],
  [
    'Where the contents of files are: disk (in the data folder), or s3://bucket/prefix of an S3-compatible store. New ones go there; those on the disk stay readable.',
    'Wo die Inhalte von Dateien sind: disk (im Datenordner) oder s3://bucket/prefix eines S3-kompatiblen Speichers. Neue kommen dorthin; die auf der Platte bleiben lesbar.',
  ],
  [
    'The address of an S3-compatible store, such as https://s3.example.com.',
    'Die Adresse eines S3-kompatiblen Speichers, etwa https://s3.example.com.',
  ],
  ['that of Amazon for the region', 'die von Amazon für die Region'],
  ['The region of the bucket.', 'Die Region des Buckets.'],
  [
    'Who the server is for the store. Needs HEARTH_S3_SECRET_ACCESS_KEY.',
    'Wer der Server für den Speicher ist. Braucht HEARTH_S3_SECRET_ACCESS_KEY.',
  ],
  ['as the AWS SDK finds it: environment, profile, role', 'wie das AWS-SDK es findet: Umgebung, Profil, Rolle'],
  [
    'The secret of that key; better in the environment than in a flag, which others on the machine can see.',
    'Das Geheimnis dieses Schlüssels; besser in der Umgebung als in einem Schalter, den andere auf der Maschine sehen.',
  ],
  ['Whether every project is backed up each night.', 'Ob jedes Projekt jede Nacht gesichert wird.'],
  [
    "When nightly backups are made, by this machine's clock and time zone.",
    'Wann nachts gesichert wird, nach Uhr und Zeitzone dieser Maschine.',
  ],
  ['How many nightly backups of each project are kept.', 'Wie viele nächtliche Sicherungen jedes Projekts bleiben.'],
  [
    'Where the backups of projects are. On the disk of the data folder they share the contents of files with it; on another one they survive its loss, and contents are copied.',
    'Wo die Sicherungen von Projekten sind. Auf der Platte des Datenordners teilen sie die Inhalte von Dateien mit ihm; auf einer anderen überleben sie deren Verlust, und Inhalte werden kopiert.',
  ],
  ['backups in the data folder', 'backups im Datenordner'],
  [
    'keep the data in a temporary folder that goes with the process.',
    'Die Daten in einem vorläufigen Ordner halten, der mit dem Prozess geht.',
  ],
  [
    'What reaches the log on standard error; requests are logged at info.',
    'Was ins Protokoll auf der Standardfehlerausgabe kommt; Anfragen stehen unter info.',
  ],
])
