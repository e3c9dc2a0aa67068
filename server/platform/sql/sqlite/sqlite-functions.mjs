// The functions of a reading thread when the program runs from its sources. The build replaces this file by
// sqlite-functions.ts.
import { importSource } from '../../workers/import-source.mjs'

export const { addFunctions } = await importSource(new URL('./sqlite-functions.ts', import.meta.url))
