import { type ComponentType, createContext, useContext } from 'react'
import type { Upload } from './editor/uploads.ts'

export interface PickedPicture {
  /** 0 if it is not a file of the library. */
  readonly id: number
  readonly url: string
  readonly alt: string
}

export interface PickerProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onPick: (picture: PickedPicture) => void
  /** Several at once. */
  readonly onPickMany?: (pictures: readonly PickedPicture[]) => void
  readonly type: 'image'
  /** Whether an image can be added by its URL. */
  readonly byAddress?: boolean
}

export interface PictureSource {
  readonly Picker: ComponentType<PickerProps>
  readonly upload: Upload
}

/** The picker and upload for pictures. The app provides them, so that `ui` imports no feature. */
const Source = createContext<PictureSource | undefined>(undefined)

export const PictureSourceProvider = Source.Provider
export const usePictureSource = () => useContext(Source)
