import { type ComponentType, createContext, useContext } from 'react'
import type { InsertedFile } from './editor/inserted-file.ts'
import type { Upload } from './editor/uploads.ts'

export interface PickedFile extends InsertedFile {
  /** 0 if it is not a file of the library. */
  readonly id: number
}

export interface PickerProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onPick: (file: PickedFile) => void
  /** Several at once. */
  readonly onPickMany?: (files: readonly PickedFile[]) => void
  /** Without it, files of all types are offered. */
  readonly type?: 'image'
  /** Whether an image can be added by its URL. */
  readonly byAddress?: boolean
}

export interface FileSource {
  readonly Picker: ComponentType<PickerProps>
  readonly upload: Upload
}

/** The picker and upload for pictures and other files. The app provides them, so that `ui` imports no feature. */
const Source = createContext<FileSource | undefined>(undefined)

export const FileSourceProvider = Source.Provider
export const useFileSource = () => useContext(Source)
