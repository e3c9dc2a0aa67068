import { type ComponentType, createContext, useContext } from 'react'

interface PickedPicture {
  readonly url: string
  readonly alt: string
}

export interface PickerProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onPick: (picture: PickedPicture) => void
  readonly type: 'image'
}

/** Where pictures for a text come from: the app says, so that what is drawn here knows no feature. */
const PictureSource = createContext<ComponentType<PickerProps> | undefined>(undefined)

export const PictureSourceProvider = PictureSource.Provider
export const usePictureSource = () => useContext(PictureSource)
