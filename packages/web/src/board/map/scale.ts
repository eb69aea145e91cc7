/** The React context of the scale at which a board is drawn. */
import { createContext, useContext } from 'react'

const ScaleContext = createContext(1)
export const ScaleProvider = ScaleContext.Provider

/** Returns the pixels per board unit. It changes only when a movement of the camera has ended. */
export const useScale = (): number => useContext(ScaleContext)
