import { actionTexts } from '../../../texts/en/action.ts'
import { Button } from '../../../ui/button.tsx'
import { GatePage } from '../../../ui/gate-page.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { appAddressOf, type OpenedLink } from '../action-link.ts'

/**
 * A sign-in link of an app goes on to the app, which finishes it, when somebody presses the button: the app uses the link up as soon as it is
 * opened. To no address that its project doesn't know.
 */
export function HandOver({ opened: { info, target } }: { readonly opened: OpenedLink }) {
  if (target === undefined) {
    return (
      <GatePage title={actionTexts.failedTitle} subtitle="">
        <Notice tone="attention" isAnnounced>
          {actionTexts.foreignTarget}
        </Notice>
      </GatePage>
    )
  }
  return (
    <GatePage
      title={actionTexts.handOverTitle}
      subtitle={actionTexts.handOverSubtitle(info.data.email ?? '', target.host)}
    >
      <Button
        variant="primary"
        size="large"
        isWide
        onPress={() => location.replace(appAddressOf(target, new URLSearchParams(location.search)))}
      >
        {actionTexts.handOver}
      </Button>
    </GatePage>
  )
}
