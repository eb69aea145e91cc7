/** The folder that holds the folders of the games. */
export declare const gamesFolder: string

/** The names of the games, in order: each is that of its folder. */
export declare function gameNames(): string[]

/** The folder of a game, for `loadGame`. A name that is not there is a RangeError that names those that are. */
export declare function gameFolder(name: string): string
