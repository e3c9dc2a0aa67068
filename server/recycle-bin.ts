import { articleBin } from './features/articles/bin.actions.ts'
import { commentBin } from './features/comments/bin.actions.ts'
import type { BinKind } from './features/deletion/bin-kinds.rules.ts'
import { mediaBin } from './features/media/bin.actions.ts'
import { pageBin } from './features/pages/bin.actions.ts'

/** The content types with a recycle bin. */
export const binKinds: readonly BinKind[] = [articleBin, pageBin, commentBin, mediaBin]
