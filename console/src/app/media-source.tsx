import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { tellFailure } from '../lib/asking.ts'
import { fetched } from '../lib/fetched.ts'
import type { PickerProps } from '../ui/picture-source.ts'

/** Fetched when somebody first inserts a picture. Where it cannot be, the text around it stays. */
export function MediaPicker(props: PickerProps) {
  const { onClose } = props
  const { data, error } = useQuery({
    queryKey: ['the picker of pictures'],
    queryFn: () => fetched(() => import('../features/media/media-picker.tsx')),
    staleTime: 'static',
    retry: false,
  })
  useEffect(() => {
    if (!error) return
    tellFailure(error)
    onClose()
  }, [error, onClose])
  return data ? <data.MediaPicker {...props} /> : null
}
