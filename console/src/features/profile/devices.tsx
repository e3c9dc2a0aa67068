import { deviceInChinese } from '@inkstone/contract/devices.ts'
import { endOtherSessions, endSession, listSessions } from '@inkstone/contract/sessions.ts'
import { Button, Group, Stack } from '@mantine/core'
import { useAction, useAnswer } from '../../lib/requests.ts'
import { short } from '../../lib/times.ts'
import { useLanguage, useWords, words } from '../../lib/words.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Loaded } from '../../ui/page.tsx'
import { OwnThings } from './own-things.tsx'

export const deviceWords = words({
  title: ['Devices', '登录设备'],
  hint: [
    'Where you are signed in. Sign out devices you do not recognise, and change your password.',
    '您当前的登录位置。如有陌生设备，请结束其会话并修改密码。',
  ],
  none: ['No sessions.', '没有会话。'],
  unknown: ['Unknown device', '未知设备'],
  here: ['This device', '本设备'],
  lastSeen: ['last seen {time}', '最近活动 {time}'],
  since: ['signed in {time}', '登录于 {time}'],
  end: ['Sign out there', '退出该设备'],
  ended: ['Signed out there.', '已退出该设备。'],
  endOthers: ['Sign out everywhere else', '退出其他所有设备'],
  othersEnded: ['You are signed out everywhere else.', '其他设备均已退出登录。'],
  othersQuestion: [
    'Sign out on all other devices? What is not saved there stays in the browser that it was typed in.',
    '退出其他所有设备？那里未保存的内容会保留在相应的浏览器中。',
  ],
})

const TOUCHES = ['/api/auth/sessions']

export function Devices() {
  const say = useWords(deviceWords)
  const { language } = useLanguage()
  const confirm = useConfirm()
  const sessions = useAnswer(listSessions)
  const ending = useAction(endSession, { touches: TOUCHES, done: say('ended') })
  const endingOthers = useAction(endOtherSessions, { touches: TOUCHES, done: say('othersEnded') })
  return (
    <Stack gap="md">
      <Loaded answer={sessions}>
        {(list) => (
          <OwnThings
            none={say('none')}
            things={list.map(({ id, device, address, last_seen, create_time, current }) => ({
              id,
              name: (language === 'zh' ? deviceInChinese(device) : device) || say('unknown'),
              mark: current === 1 ? say('here') : undefined,
              about: [
                address,
                say('lastSeen', { time: short(last_seen) }),
                say('since', { time: short(create_time) }),
              ],
              actions:
                current === 1
                  ? []
                  : [{ label: say('end'), danger: true, onClick: () => ending.mutate({ params: { id } }) }],
            }))}
          />
        )}
      </Loaded>
      {(sessions.data?.length ?? 0) > 1 && (
        <Group>
          <Button
            variant="default"
            loading={endingOthers.isPending}
            onClick={() => confirm(say('othersQuestion'), say('endOthers'), () => endingOthers.mutate({}))}
          >
            {say('endOthers')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
