class GaiaPictures:
    pass
