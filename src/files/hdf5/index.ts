/** Tables as HDF5 files. */
export { readHdf5 } from './read-hdf5.ts'
export { writeHdf5 } from './write-hdf5.ts'
