import { linkSingleSignOn, unlinkSingleSignOn } from '@inkstone/contract/single-sign-on.ts'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useAction } from '../../lib/requests.ts'
import { leaveForProvider, providerRefusal } from '../../lib/signing-in.ts'
import { useWords, words } from '../../lib/words.tsx'
import { providerWords } from '../sign-in/sign-in.words.ts'
import type { Me } from './about-me-form.tsx'

export const providerLinkWords = words({
  title: ['Single sign-on', '单点登录'],
  hint: ['Sign in with the account of your organisation.', '使用您所在组织的账号登录。'],
  isLinked: ['Your account is linked with the provider.', '您的账号已与身份提供方关联。'],
  isNotLinked: ['Your account is not linked with the provider.', '您的账号尚未与身份提供方关联。'],
  link: ['Link', '关联'],
  unlink: ['Unlink', '取消关联'],
  unlinked: ['The link is removed.', '已取消关联。'],
})

/** Only the signed-in owner of an account can link it to a provider. */
export function ProviderLink({ me }: { me: Me }) {
  const say = useWords(providerLinkWords)
  const sayRefusal = useWords(providerWords)
  const refusal = providerRefusal()
  const linking = useAction(linkSingleSignOn, { touches: [], onDone: ({ url }) => leaveForProvider(url) })
  const unlinking = useAction(unlinkSingleSignOn, { touches: ['/api/auth/me'], done: say('unlinked') })
  return (
    <Stack gap="md">
      {refusal in providerWords && (
        <Alert color="red" role="alert">
          {sayRefusal(refusal as keyof typeof providerWords)}
        </Alert>
      )}
      <Text size="sm">{say(me.linked === 1 ? 'isLinked' : 'isNotLinked')}</Text>
      <Group>
        {me.linked === 1 ? (
          <Button variant="default" loading={unlinking.isPending} onClick={() => unlinking.mutate({})}>
            {say('unlink')}
          </Button>
        ) : (
          <Button
            variant="default"
            loading={linking.isPending}
            onClick={() => linking.mutate({ body: { return_to: '/admin/profile' } })}
          >
            {say('link')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
