import numpy as np
import torch

from autograder.suite import assert_close, assert_equal, assert_shape, assert_true, exercise


def tensor(array):
    return torch.tensor(array, dtype=torch.float32)


@exercise("transfer_freeze_head")
class TestFreezeHead:
    def test_logits_come_from_head_and_backbone(self, student, rng):
        """The model's logits are the head on the features of the backbone."""
        model = student.transfer_freeze_head(student.given.nets.Backbone(7, 9, 5), 5, 4)
        x = tensor(rng.normal(size=(6, 7)))
        model.eval()
        assert_shape(model(x), (6, 4), "logits")
        assert_close(model(x), model.head(model.backbone(x)), "logits")

    def test_optimizer_holds_the_head(self, student):
        """The optimizer holds the weight and the bias of the head: 5 * 4 + 4 numbers."""
        model = student.transfer_freeze_head(student.given.nets.Backbone(7, 9, 5), 5, 4)
        groups = student.head_optimizer(model, 0.01).param_groups
        assert_equal(sum(p.numel() for g in groups for p in g["params"]), 24, "numbers in the optimizer")

    def test_training_changes_the_head_only(self, student, rng):
        """Three steps of training change the head; the backbone's weights stay."""
        model = student.transfer_freeze_head(student.given.nets.Backbone(7, 9, 5), 5, 4)
        before, head = model.backbone.first.weight, model.head.weight
        x, y = tensor(rng.normal(size=(12, 7))), torch.tensor(np.arange(12) % 4)
        student.given.nets.fit(model, student.head_optimizer(model, 0.01), x, y, 3)
        assert_close(model.backbone.first.weight, before, "weights of the backbone", rtol=0.0, atol=0.0)
        assert_true(not torch.equal(model.head.weight, head), "the head was not trained")


@exercise("finetune_param_groups")
class TestParamGroups:
    def build(self, student):
        nets = student.given.nets
        return nets.Classifier(nets.Backbone(7, 9, 5), student.call(torch.nn.Linear, 5, 4))

    def test_groups_have_their_learning_rates(self, student):
        """Each entry of the spec gives a group with its learning rate, in this order."""
        model = self.build(student)
        optimizer = student.finetune_param_groups(model, [("backbone.second", 1e-4), ("head", 1e-2)], 0.1)
        groups = optimizer.param_groups
        assert_close([g["lr"] for g in groups], [1e-4, 1e-2], "learning rates of the groups")
        assert_equal([sum(p.numel() for p in g["params"]) for g in groups], [50, 24], "numbers in each group")

    def test_the_rest_is_frozen(self, student):
        """Parameters that no prefix fits take no gradient."""
        model = self.build(student)
        student.finetune_param_groups(model, [("head", 1e-2)], 0.1)
        trained = [name for name, p in model.named_parameters() if p.requires_grad]
        assert_equal(trained, ["head.weight", "head.bias"], "names of the trained parameters")
